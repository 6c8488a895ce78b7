import SQLite

/// The store's own memory: every version of every record, and every notification it sent.
struct WorldDatabase: ~Copyable {
  let database: Database

  private static let schema = """
    CREATE TABLE versions (
      seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, environment TEXT NOT NULL,
      customer TEXT NOT NULL, transaction_id TEXT NOT NULL, is_listed INTEGER NOT NULL,
      order_number TEXT, payload TEXT NOT NULL);
    CREATE TABLE renewals (
      seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, environment TEXT NOT NULL,
      original_id TEXT NOT NULL, is_wanted INTEGER NOT NULL, intent INTEGER, retry_until INTEGER,
      grace_until INTEGER);
    -- `at` is when a notification was signed, `place` where the history lists it, `listed_from`
    -- the moment from which it does, and `first_seq` the row that listed it first.
    CREATE TABLE notifications (
      seq INTEGER PRIMARY KEY, first_seq INTEGER NOT NULL, at INTEGER NOT NULL, place INTEGER NOT NULL,
      listed_from INTEGER NOT NULL, heard_at INTEGER, results TEXT NOT NULL,
      environment TEXT NOT NULL, customer TEXT NOT NULL, type TEXT NOT NULL, subtype TEXT,
      uuid TEXT NOT NULL, version INTEGER, product TEXT);
    CREATE TABLE counts (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
    """

  private static let indexes = """
    CREATE INDEX version_by_id ON versions (transaction_id, at, seq);
    CREATE INDEX version_by_customer ON versions (customer, at, seq);
    CREATE INDEX version_by_order ON versions (order_number) WHERE order_number IS NOT NULL;
    CREATE INDEX renewal_by_chain ON renewals (original_id, at, seq);
    CREATE INDEX notification_by_place ON notifications (environment, place, seq);
    """

  /// Makes an empty one.
  init(creating path: String) throws(SQLiteFailure) {
    let made = try Database(path: path, mode: .readWriteCreate)
    // Made anew whenever it is lost, so nobody waits for a disk.
    try made.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    try made.execute(Self.schema)
    database = made
  }

  /// Opens one that was made before, to read it.
  init(path: String) throws(SQLiteFailure) {
    database = try Database(path: path, mode: .readOnly)
  }

  /// Opens one that was made before, to add to it.
  init(addingTo path: String) throws(SQLiteFailure) {
    database = try Database(path: path, mode: .readWriteCreate)
  }

  /// Makes the answers fast, once everything is in.
  func finish() throws(SQLiteFailure) {
    try database.execute(Self.indexes)
  }

  /// A number that was kept under a name; 0 for none.
  func count(_ name: String) throws(SQLiteFailure) -> Int64 {
    let statement = try database.prepare("SELECT value FROM counts WHERE name = ?1")
    try statement.bind(name, at: 1)
    return try statement.step() ? statement.integer(at: 0) ?? 0 : 0
  }

  /// Keeps a number under a name.
  func keep(_ value: Int64, as name: String) throws(SQLiteFailure) {
    let statement = try database.prepare("INSERT OR REPLACE INTO counts VALUES (?1, ?2)")
    try statement.bind(name, at: 1)
    try statement.bind(value, at: 2)
    try statement.run()
  }
}
