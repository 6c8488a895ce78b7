import Records
import SQLite

// What there is in a world that something can happen to.
extension WorldDatabase {
  /// The newest version of a listed record.
  struct CustomerRecord: Sendable, Equatable {
    let customer: String
    let orderNumber: String?
    let payload: String
    /// Whether money was paid for it that was not paid back.
    let isRefundable: Bool
  }

  private static let isRefundable = """
    json_extract(v.payload, '$.revocationDate') IS NULL
    AND json_extract(v.payload, '$.price') > 0 AND json_extract(v.payload, '$.isUpgraded') IS NULL
    """

  private static let columns = """
    SELECT v.customer, v.order_number, v.payload, \(isRefundable) FROM versions v
    WHERE v.environment = 'Production' AND v.is_listed = 1
    """

  private static let isNewest = """
    NOT EXISTS (
      SELECT 1 FROM versions w WHERE w.transaction_id = v.transaction_id
        AND w.environment = v.environment AND (w.at, w.seq) > (v.at, v.seq))
    """

  /// All customers of production, in the order of their first records.
  func customers() throws(SQLiteFailure) -> [String] {
    let statement = try database.prepare(
      "SELECT customer FROM versions WHERE environment = 'Production' GROUP BY customer "
        + "ORDER BY min(seq)")
    var found: [String] = []
    while try statement.step() { found.append(statement.text(at: 0) ?? "") }
    return found
  }

  /// A customer's records that were bought before a moment.
  func records(
    of customer: String, at clock: Instant
  ) throws(SQLiteFailure) -> [CustomerRecord] {
    let statement = try database.prepare(
      "\(Self.columns) AND v.customer = ?1 AND v.at <= ?2 AND \(Self.isNewest) ORDER BY v.at, v.seq"
    )
    try statement.bind(customer, at: 1)
    try statement.bind(clock.milliseconds, at: 2)
    return try found(by: statement)
  }

  /// What can be paid back and is older than a moment.
  func refundable(boughtBefore moment: Instant) throws(SQLiteFailure) -> [CustomerRecord] {
    let statement = try database.prepare(
      """
      \(Self.columns) AND v.at < ?1 AND json_extract(v.payload, '$.purchaseDate') < ?1
        AND \(Self.isRefundable) AND \(Self.isNewest) ORDER BY v.seq
      """)
    try statement.bind(moment.milliseconds, at: 1)
    return try found(by: statement)
  }

  /// The periods that end in a stretch of time.
  func periods(
    endingFrom start: Instant, to end: Instant
  ) throws(SQLiteFailure) -> [CustomerRecord] {
    let statement = try database.prepare(
      """
      \(Self.columns) AND json_extract(v.payload, '$.expiresDate') > ?1
        AND json_extract(v.payload, '$.expiresDate') < ?2
        AND json_extract(v.payload, '$.webOrderLineItemId') IS NOT NULL
        AND \(Self.isRefundable) AND \(Self.isNewest) ORDER BY v.seq
      """)
    try statement.bind(start.milliseconds, at: 1)
    // The notification of the next period must lie before the end too.
    try statement.bind(end.milliseconds - 10 * Milliseconds.second, at: 2)
    return try found(by: statement)
  }

  private func found(
    by statement: borrowing Statement
  ) throws(SQLiteFailure) -> [CustomerRecord] {
    var found: [CustomerRecord] = []
    while try statement.step() {
      found.append(
        CustomerRecord(
          customer: statement.text(at: 0) ?? "", orderNumber: statement.text(at: 1),
          payload: statement.text(at: 2) ?? "", isRefundable: statement.integer(at: 3) == 1))
    }
    return found
  }
}
