private import CSQLite

/// How SQLite stores one value, whatever its column was declared as.
package enum StorageClass: Equatable, Sendable {
  case integer, real, text, blob, null
}

// The row that `step` last reached. Columns count from 0; a column that is not there is null.
extension Statement {
  /// How many columns a row has; 0 for a statement that returns none.
  package var columnCount: Int { Int(sqlite3_column_count(raw)) }

  /// The column's name in the result.
  package func columnName(at column: Int) -> String {
    sqlite3_column_name(raw, Int32(clamping: column)).map { String(cString: $0) } ?? ""
  }

  /// The type that the column's table declares; nil for an expression.
  package func declaredType(at column: Int) -> String? {
    sqlite3_column_decltype(raw, Int32(clamping: column)).map { String(cString: $0) }
  }

  /// How the value is stored; ask before reading it, since reading may convert it.
  package func storageClass(at column: Int) -> StorageClass {
    switch sqlite3_column_type(raw, Int32(clamping: column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Whether there is no value.
  package func isNull(at column: Int) -> Bool {
    sqlite3_column_type(raw, Int32(clamping: column)) == SQLITE_NULL
  }

  /// The value of an integer; nil for any other storage class, so that no text becomes 0.
  package func integer(at column: Int) -> Int64? {
    guard storageClass(at: column) == .integer else { return nil }
    return sqlite3_column_int64(raw, Int32(clamping: column))
  }

  /// The value as text; nil for null.
  ///
  /// Integers and reals are written out by SQLite. A blob is taken as UTF-8; what is not UTF-8 is
  /// replaced by U+FFFD, so read `bytes` where that matters.
  package func text(at column: Int) -> String? {
    bytes(at: column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a text or blob, or of SQLite's own text for a number; nil for null.
  package func bytes(at column: Int) -> [UInt8]? {
    withBuffer(at: column) { Array($0) }
  }

  /// Lends the bytes that `bytes(at:)` would copy; nil, without calling `body`, for null.
  package func withBytes<Result: ~Copyable, Failure: Error>(
    at column: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try withBuffer(at: column) { (buffer) throws(Failure) in
      try body(Span(_unsafeElements: buffer))
    }
  }

  private func withBuffer<Result: ~Copyable, Failure: Error>(
    at column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let place = Int32(clamping: column)
    let start: UnsafePointer<UInt8>?
    switch sqlite3_column_type(raw, place) {
    case SQLITE_NULL: return nil
    case SQLITE_BLOB:
      start = sqlite3_column_blob(raw, place)?.assumingMemoryBound(to: UInt8.self)
    default:
      // Asked for as text and not as a blob, since a database may be in UTF-16.
      start = sqlite3_column_text(raw, place)
    }
    // The length counts the form that was asked for last, so it is asked for afterwards.
    let count = Int(sqlite3_column_bytes(raw, place))
    return try body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
