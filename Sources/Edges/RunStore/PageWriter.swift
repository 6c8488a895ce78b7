import Reconciliation
import Records
import SQLite

/// Writes pages of answers, each with its records, its notifications and the cursors it moves.
///
/// It is kept from page to page, so that nothing is compiled anew; one whose page was taken back
/// remembers a header that is not there, and must not be used again.
final class PageWriter {
  private let numbering: Statement
  private let removing: Statement
  private let header: Statement
  private let addingHeader: Statement
  private let adding: Statement
  private let setting: Statement
  private let forgetting: Statement
  private let notifications: NotificationWriter
  /// The header of the record before, which is nearly always that of the next.
  private var lastHeader: (bytes: [UInt8], number: Int64)?

  init(_ database: borrowing Database) throws(SQLiteFailure) {
    let numbering = try database.prepare(
      """
      INSERT INTO page(source, subject, place, is_fresh) VALUES (?1, ?2, ?3, 1)
      ON CONFLICT DO UPDATE SET is_fresh = 1 RETURNING number
      """)
    let removing = try database.prepare("DELETE FROM pulled WHERE page = ?1")
    let header = try database.prepare("SELECT number FROM token_header WHERE bytes = ?1")
    let addingHeader = try database.prepare(
      "INSERT INTO token_header(bytes) VALUES (?1) ON CONFLICT DO NOTHING")
    let adding = try database.prepare(
      """
      INSERT INTO pulled(page, place, kind, environment, id, bundle, is_signed, original_id,
        signed_at, origin, reason, payload, header, proof)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """)
    let setting = try database.prepare(
      "INSERT INTO cursor VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value")
    let forgetting = try database.prepare("DELETE FROM cursor WHERE name = ?1")
    let notifications = try NotificationWriter(database)
    self.numbering = numbering
    self.removing = removing
    self.header = header
    self.addingHeader = addingHeader
    self.adding = adding
    self.setting = setting
    self.forgetting = forgetting
    self.notifications = notifications
  }

  /// Writes the page in place of what stood at its place, and moves its cursors.
  func write(_ page: PulledPage) throws(SQLiteFailure) {
    let number = try number(of: page)
    for (place, record) in page.records.enumerated() {
      try add(record, page: number, place: Int64(place))
    }
    for notification in page.notifications { try notifications.write(notification) }
    for (name, value) in page.cursors { try move(name, to: value) }
  }

  private func number(of page: PulledPage) throws(SQLiteFailure) -> Int64? {
    try numbering.bind(page.source.rawValue, at: 1)
    try numbering.bind(page.subject, at: 2)
    try numbering.bind(Int64(page.number), at: 3)
    let number = try numbering.step() ? numbering.integer(at: 0) : nil
    try numbering.run()
    try removing.bind(number, at: 1)
    try removing.run()
    return number
  }

  private func move(_ cursor: String, to value: String?) throws(SQLiteFailure) {
    guard let value else {
      try forgetting.bind(cursor, at: 1)
      return try forgetting.run()
    }
    try setting.bind(cursor, at: 1)
    try setting.bind(value, at: 2)
    try setting.run()
  }

  private func add(
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

  private func number(of bytes: [UInt8]?) throws(SQLiteFailure) -> Int64? {
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
