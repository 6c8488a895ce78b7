private import CSQLite

/// One compiled statement, finalized when its owner lets go of it.
///
/// Places of bound values count from 1 and columns from 0, as in SQLite.
package struct Statement: ~Copyable {
  let raw: OpaquePointer
  private let sql: String

  init(_ sql: String, on database: borrowing Database) throws(SQLiteFailure) {
    var compiled: OpaquePointer?
    var second: OpaquePointer?
    let code = sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(database.raw, text, -1, &compiled, &tail)
      // Space and comments may follow: they compile to nothing.
      return code == SQLITE_OK
        ? sqlite3_prepare_v2(database.raw, tail, -1, &second, nil) : code
    }
    defer { sqlite3_finalize(second) }
    guard code == SQLITE_OK else {
      sqlite3_finalize(compiled)
      throw database.failure(code, sql)
    }
    guard let raw = compiled, second == nil else {
      sqlite3_finalize(compiled)
      throw SQLiteFailure(
        extendedCode: SQLITE_MISUSE, message: "exactly one statement is expected", sql: sql)
    }
    self.raw = raw
    self.sql = sql
  }

  deinit { sqlite3_finalize(raw) }

  /// Whether the statement only reads.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(raw) != 0 }

  /// Goes to the next row; false when there is none.
  package func step() throws(SQLiteFailure) -> Bool {
    switch sqlite3_step(raw) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let failure = failure(code)
      sqlite3_reset(raw)
      throw failure
    }
  }

  /// Runs the statement to its end, drops its rows and makes it ready for the next values.
  package func run() throws(SQLiteFailure) {
    while try step() {}
    reset()
  }

  /// Makes the statement ready to run again; bound values stay until they are replaced.
  package func reset() {
    // Its result repeats the failure of the last step, which was thrown there.
    sqlite3_reset(raw)
  }

  /// Binds an integer, or NULL.
  package func bind(_ value: Int64?, at place: Int) throws(SQLiteFailure) {
    guard let value else { return try bindNull(at: place) }
    try check(sqlite3_bind_int64(raw, Int32(clamping: place), value))
  }

  /// Binds text, or NULL; empty text is not NULL.
  package func bind(_ value: String?, at place: Int) throws(SQLiteFailure) {
    guard var value else { return try bindNull(at: place) }
    let code = value.withUTF8 {
      csqlite_bind_text(raw, Int32(clamping: place), $0.baseAddress, UInt64($0.count))
    }
    try check(code)
  }

  /// Binds a blob, or NULL; an empty blob is not NULL.
  package func bind(_ value: [UInt8]?, at place: Int) throws(SQLiteFailure) {
    guard let value else { return try bindNull(at: place) }
    try check(csqlite_bind_blob(raw, Int32(clamping: place), value, UInt64(value.count)))
  }

  /// Binds bytes that are UTF-8 as text, without a string in between.
  package func bind(textBytes value: Span<UInt8>, at place: Int) throws(SQLiteFailure) {
    let code = value.withUnsafeBufferPointer {
      csqlite_bind_text(raw, Int32(clamping: place), $0.baseAddress, UInt64($0.count))
    }
    try check(code)
  }

  /// Binds NULL.
  package func bindNull(at place: Int) throws(SQLiteFailure) {
    try check(sqlite3_bind_null(raw, Int32(clamping: place)))
  }

  private func check(_ code: Int32) throws(SQLiteFailure) {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> SQLiteFailure {
    SQLiteFailure(extendedCode: code, connection: sqlite3_db_handle(raw), sql: sql)
  }
}
