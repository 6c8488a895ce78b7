import Formats
package import Records
package import Rules

/// Findings as a table: one of the four CSV files of a run.
package enum FindingTable {
  /// The columns, which all four files share.
  package static let header = [
    "finding_id", "kind", "severity", "status", "environment", "product_id", "transaction_id",
    "other_transaction_ids", "original_transaction_id", "account_token", "user_ids", "rows",
    "quantity_paid", "quantity_granted", "amount", "currency", "purchased_at", "first_seen",
    "age_days", "evidence", "suggestion",
  ]

  /// What was written.
  package struct Count: Equatable, Sendable {
    /// Rows, the header not counted.
    package var rows: Int
    /// Cells that got a leading `'`, since a spreadsheet would take them for formulas.
    package var guardedCells: Int
  }

  /// The whole table.
  package static func bytes(_ findings: some Sequence<Finding>, asOf: Instant) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = write(findings, asOf: asOf) { bytes += $0 }
    return bytes
  }

  /// Writes the table in blocks and says how much it was; throws what `emit` throws.
  package static func write<Failure: Error>(
    _ findings: some Sequence<Finding>, asOf: Instant,
    to emit: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> Count {
    var writer = CSVWriter(header: header)
    for finding in findings {
      writer.row(cells(finding, asOf: asOf))
      if writer.bytes.count >= OutputBlock.byteCount { try emit(writer.takeBytes()) }
    }
    try emit(writer.takeBytes())
    return Count(rows: writer.rowCount, guardedCells: writer.guardedCount)
  }

  private static func cells(_ finding: Finding, asOf: Instant) -> [CSVCell] {
    let others = finding.transactionIDs.filter { $0 != finding.transactionID }
    return [
      text(finding.id), text(finding.kind.rawValue), text(finding.severity.rawValue),
      text(finding.status.rawValue), text(finding.environment), text(finding.productID),
      text(finding.transactionID), list(others), text(finding.originalTransactionID),
      text(finding.accountToken), list(finding.userIDs), list(finding.rows),
      number(finding.quantityPaid), number(finding.quantityGranted),
      finding.amount.map { .number(DecimalText.text(thousandths: $0.milliunits)) } ?? .empty,
      text(finding.amount?.currency), text(finding.purchasedAt?.isoText),
      text(finding.firstSeen.isoText), number(age(finding.purchasedAt, asOf)),
      text(finding.evidence.joined(separator: " | ")), text(finding.suggestion),
    ]
  }

  private static func text(_ text: String?) -> CSVCell {
    text.map { $0.isEmpty ? .empty : .text($0) } ?? .empty
  }

  private static func list(_ texts: [String]) -> CSVCell {
    text(texts.joined(separator: " "))
  }

  private static func number(_ number: (some FixedWidthInteger)?) -> CSVCell {
    number.map { .number(String($0)) } ?? .empty
  }

  /// Whole days, negative for a time that lies ahead of the moment of judging.
  private static func age(_ purchasedAt: Instant?, _ asOf: Instant) -> Int64? {
    purchasedAt.map { asOf.milliseconds(since: $0) / Milliseconds.day }
  }
}
