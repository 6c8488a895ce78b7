private import CSQLite

/// What SQLite said when it refused something; never with bound values.
package struct SQLiteFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// SQLite's primary result code.
  package let code: Int32
  /// SQLite's extended result code, which holds the primary one in its low byte.
  package let extendedCode: Int32
  /// SQLite's own words.
  package let message: String
  /// The statement as it was written, or the path for a failure to open.
  package let sql: String

  /// One sentence for the operator.
  package var description: String { "SQLite: \(message) (code \(extendedCode)), at: \(sql)" }

  /// Whether another connection holds the lock; trying later may help.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// Whether the row is there already.
  package var isDuplicate: Bool {
    extendedCode == csqlite_constraint_unique || extendedCode == csqlite_constraint_primary_key
  }

  /// Whether the file is damaged or is no database.
  package var isDamaged: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

  /// Whether the file could not be opened at all.
  package var isUnopenable: Bool { code == SQLITE_CANTOPEN }

  init(extendedCode: Int32, message: String, sql: String) {
    self.code = extendedCode & 0xff
    self.extendedCode = extendedCode
    self.message = message
    self.sql = sql
  }

  /// Takes the words from the connection, where the last failure left them.
  init(extendedCode: Int32, connection: OpaquePointer?, sql: String) {
    let words = connection == nil ? sqlite3_errstr(extendedCode) : sqlite3_errmsg(connection)
    self.init(
      extendedCode: extendedCode, message: words.map { String(cString: $0) } ?? "unknown error",
      sql: sql)
  }
}
