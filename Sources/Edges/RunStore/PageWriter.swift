import Reconciliation
import Records
import SQLite

/// Writes one page of an answer with its records.
struct PageWriter: ~Copyable {
  private let header: Statement
  private let addingHeader: Statement
  private let adding: Statement
  /// The header of the record before, which is nearly always that of the next.
  private var lastHeader: (bytes: [UInt8], number: Int64)?

  init(_ database: borrowing Database) throws(SQLiteFailure) {
    let header = try database.prepare("SELECT number FROM token_header WHERE bytes = ?1")
    let addingHeader = try database.prepare(
      "INSERT INTO token_header(bytes) VALUES (?1) ON CONFLICT DO NOTHING")
    let adding = try database.prepare(
      """
      INSERT INTO pulled(page, place, kind, environment, id, bundle, is_signed, original_id,
        signed_at, origin, reason, payload, header, proof)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """)
    self.header = header
    self.addingHeader = addingHeader
    self.adding = adding
  }

  /// Writes the page in place of what stood at its place.
  mutating func write(
    _ page: PulledPage, to database: borrowing Database
  ) throws(SQLiteFailure) {
    let number = try Self.number(of: page, in: database)
    for (place, record) in page.records.enumerated() {
      try add(record, page: number, place: Int64(place))
    }
  }

  private static func number(
    of page: PulledPage, in database: borrowing Database
  ) throws(SQLiteFailure) -> Int64? {
    let statement = try database.prepare(
      """
      INSERT INTO page(source, subject, place, is_fresh) VALUES (?1, ?2, ?3, 1)
      ON CONFLICT DO UPDATE SET is_fresh = 1 RETURNING number
      """)
    try statement.bind(page.source.rawValue, at: 1)
    try statement.bind(page.subject, at: 2)
    try statement.bind(Int64(page.number), at: 3)
    let number = try statement.step() ? statement.integer(at: 0) : nil
    try statement.run()
    let removal = try database.prepare("DELETE FROM pulled WHERE page = ?1")
    try removal.bind(number, at: 1)
    try removal.run()
    return number
  }

  private mutating func add(
    _ record: PulledRecord, page: Int64?, place: Int64
  ) throws(SQLiteFailure) {
    // A refused token is all that names it, so it stays whole.
    let parts =
      record.kind == .refused
      ? TokenParts(header: nil, proof: record.token)
      : TokenParts(record.token, payload: record.payload)
    try adding.bind(page, at: 1)
    try adding.bind(place, at: 2)
    try adding.bind(record.kind.rawValue, at: 3)
    try adding.bind(record.environment, at: 4)
    try adding.bind(record.id, at: 5)
    try adding.bind(record.bundleID, at: 6)
    try adding.bind(record.isSigned ? 1 : 0, at: 7)
    try adding.bind(record.originalID, at: 8)
    try adding.bind(record.signedAt, at: 9)
    try adding.bind(Int64(record.origin.rawValue), at: 10)
    try adding.bind(record.reason, at: 11)
    try adding.bind(record.payload, at: 12)
    try adding.bind(try number(of: parts.header), at: 13)
    try adding.bind(parts.proof, at: 14)
    try adding.run()
  }

  private mutating func number(of bytes: [UInt8]?) throws(SQLiteFailure) -> Int64? {
    guard let bytes else { return nil }
    if let lastHeader, lastHeader.bytes == bytes { return lastHeader.number }
    try addingHeader.bind(bytes, at: 1)
    try addingHeader.run()
    try header.bind(bytes, at: 1)
    defer { header.reset() }
    guard try header.step(), let number = header.integer(at: 0) else { return nil }
    lastHeader = (bytes, number)
    return number
  }
}
