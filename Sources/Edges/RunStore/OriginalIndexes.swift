/// What version 3 changes: a transaction that is its own original stands in one index only.
///
/// Most are, and each entry that is spared is a write at a random place of the file.
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
