/// What version 2 adds: what became of telling the app's server, and what a run could not see.
enum NotificationTables {
  /// One row a notification, however often it is listed; `attempts` is a JSON list of
  /// `[milliseconds or null, Apple's word]`.
  static let ofNotifications = """
    CREATE TABLE notification(
      environment TEXT NOT NULL,
      uuid TEXT NOT NULL,
      type TEXT NOT NULL,
      subtype TEXT,
      transaction_id TEXT,
      original_id TEXT,
      signed_at INTEGER,
      attempts TEXT NOT NULL,
      first_run INTEGER NOT NULL,
      PRIMARY KEY(environment, uuid)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notification_by_transaction ON notification(environment, transaction_id)
      WHERE transaction_id IS NOT NULL;
    ALTER TABLE run ADD COLUMN coverage TEXT;

    """

  /// How long notifications are kept, in milliseconds: longer than the store lists them.
  static let keptMilliseconds: Int64 = 400 * 86_400_000
}
