import Records
import SQLite

/// The store's own memory: every version of every record, and every notification it sent.
struct WorldDatabase: ~Copyable {
  let database: Database

  private static let schema = """
    CREATE TABLE versions (
      seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, environment TEXT NOT NULL,
      customer TEXT NOT NULL, transaction_id TEXT NOT NULL, is_listed INTEGER NOT NULL,
      payload TEXT NOT NULL);
    CREATE TABLE notifications (
      seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, environment TEXT NOT NULL,
      customer TEXT NOT NULL, type TEXT NOT NULL, subtype TEXT, uuid TEXT NOT NULL,
      is_heard INTEGER NOT NULL, version INTEGER NOT NULL);
    """

  private static let indexes = """
    CREATE INDEX version_by_id ON versions (transaction_id, at, seq);
    CREATE INDEX version_by_customer ON versions (customer, at, seq);
    CREATE INDEX notification_by_time ON notifications (environment, at, seq);
    """

  /// Makes an empty one.
  init(creating path: String) throws(SQLiteFailure) {
    let made = try Database(path: path, mode: .readWriteCreate)
    // Made anew whenever it is lost, so nobody waits for a disk.
    try made.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    try made.execute(Self.schema)
    database = made
  }

  /// Opens one that was made before.
  init(path: String) throws(SQLiteFailure) {
    database = try Database(path: path, mode: .readOnly)
  }

  /// Makes the answers fast, once everything is in.
  func finish() throws(SQLiteFailure) {
    try database.execute(Self.indexes)
  }
}

/// Adds chapters to a world under construction.
struct WorldWriter: ~Copyable {
  private let versions: Statement
  private let notifications: Statement
  private var nextVersion: Int64 = 1

  init(_ world: borrowing WorldDatabase) throws(SQLiteFailure) {
    let versions = try world.database.prepare(
      "INSERT INTO versions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    let notifications = try world.database.prepare(
      "INSERT INTO notifications VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    self.versions = versions
    self.notifications = notifications
  }

  mutating func add(_ chapter: Chapter) throws(SQLiteFailure) {
    let first = nextVersion
    for version in chapter.versions {
      try add(version, number: nextVersion)
      nextVersion += 1
    }
    for notification in chapter.notifications {
      let version = chapter.versions[notification.version]
      try notifications.bind(notification.at.milliseconds, at: 1)
      try notifications.bind(version.transaction.environment.rawValue, at: 2)
      try notifications.bind(version.customer, at: 3)
      try notifications.bind(notification.type, at: 4)
      try notifications.bind(notification.subtype, at: 5)
      try notifications.bind(notification.uuid, at: 6)
      try notifications.bind(notification.isHeard ? 1 : 0, at: 7)
      try notifications.bind(first + Int64(notification.version), at: 8)
      try notifications.run()
    }
  }

  private func add(_ version: RecordVersion, number: Int64) throws(SQLiteFailure) {
    try versions.bind(number, at: 1)
    try versions.bind(version.at.milliseconds, at: 2)
    try versions.bind(version.transaction.environment.rawValue, at: 3)
    try versions.bind(version.customer, at: 4)
    try versions.bind(version.transaction.transactionID, at: 5)
    try versions.bind(version.isListed ? 1 : 0, at: 6)
    try versions.bind(version.transaction.payload, at: 7)
    try versions.run()
  }
}
