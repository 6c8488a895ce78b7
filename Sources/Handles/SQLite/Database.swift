private import CSQLite

/// One connection to a SQLite database.
package struct Database: ~Copyable {
  /// How a database is opened.
  package enum Mode: Sendable {
    /// The file must exist and is never written, whatever is executed.
    case readOnly
    /// The file is made when it is missing.
    case readWriteCreate
  }

  let raw: OpaquePointer

  /// Opens the file at `path`, or a database in memory for `:memory:`.
  ///
  /// Where another connection holds a lock, every statement waits for it at most so long.
  package init(
    path: String, mode: Mode, busyTimeoutMilliseconds: Int = 5000
  ) throws(SQLiteFailure) {
    guard !path.isEmpty else {
      // SQLite would open a temporary file and delete it at the end.
      throw SQLiteFailure(
        extendedCode: SQLITE_CANTOPEN, message: "the path is empty", sql: path)
    }
    let access =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = SQLiteFailure(extendedCode: code, connection: opened, sql: path)
      // SQLite hands back a handle even when it could not open the file; it too must be closed.
      sqlite3_close_v2(opened)
      throw failure
    }
    sqlite3_busy_timeout(opened, Int32(clamping: busyTimeoutMilliseconds))
    self.raw = opened
  }

  // Version 2 waits for statements that outlive the connection.
  deinit { sqlite3_close_v2(raw) }

  /// Runs one or more statements and drops their rows.
  package func execute(_ sql: String) throws(SQLiteFailure) {
    let code = sqlite3_exec(raw, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code, sql) }
  }

  /// Compiles exactly one statement.
  package func prepare(_ sql: String) throws(SQLiteFailure) -> Statement {
    try Statement(sql, on: self)
  }

  /// How many rows the last INSERT, UPDATE or DELETE touched.
  package var changes: Int64 { sqlite3_changes64(raw) }

  /// The row number that the last INSERT used.
  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(raw) }

  /// A number in the file's header for the owner of its schema; 0 in a new file.
  package var userVersion: Int64 {
    get throws(SQLiteFailure) {
      let statement = try prepare("PRAGMA user_version")
      return try statement.step() ? statement.integer(at: 0) ?? 0 : 0
    }
  }

  /// Sets `userVersion`; it must fit in 32 bits.
  package func setUserVersion(_ version: Int64) throws(SQLiteFailure) {
    try execute("PRAGMA user_version = \(version)")
  }

  func failure(_ code: Int32, _ sql: String) -> SQLiteFailure {
    SQLiteFailure(extendedCode: code, connection: raw, sql: sql)
  }
}
