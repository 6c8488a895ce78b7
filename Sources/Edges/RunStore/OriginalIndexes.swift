/// What version 3 changes: most transactions are the first of their chain and name themselves as
/// their original, so they stand in one index only. Each spares a page a write at a random place.
///
/// A search by original id says `original_id <> id` beside one by id; else it reads whole tables.
enum OriginalIndexes {
  static let ofOthers = """
    DROP INDEX believed_by_original;
    CREATE INDEX believed_by_original ON believed(environment, original_id)
      WHERE original_id <> id;
    DROP INDEX pulled_by_original;
    CREATE INDEX pulled_by_original ON pulled(environment, original_id)
      WHERE original_id <> id;

    """
}
