package import Reconciliation
package import Records
package import Rules
import SQLite

extension JobState {
  /// Gives each finding the id, the status and the first date by which earlier runs knew it.
  ///
  /// A finding is known by its id; or, where a purchase has learned an alias since and is named
  /// anew, by its kind, its environment and any transaction id of the purchase: then it keeps the
  /// earlier id. No two findings become one. Without a finished run that made it a finding is
  /// `new`; so is one that was resolved and is back, though its first date stays. Otherwise it is
  /// `accepted` until a person's acceptance ends, and `open`.
  package func annotate(
    _ findings: [Finding], asOf: Instant
  ) throws(SourceFailure) -> [Finding] {
    try reading { () throws(SQLiteFailure) in
      let earlier = try EarlierFindings(database)
      var annotated = findings
      var taken: Set<String> = []
      for place in annotated.indices where try earlier.mark(&annotated[place], asOf) {
        taken.insert(annotated[place].id)
      }
      for place in annotated.indices
      where annotated[place].namesPurchase && !taken.contains(annotated[place].id) {
        guard let id = try earlier.id(of: annotated[place], besides: taken) else { continue }
        annotated[place].id = id
        _ = try earlier.mark(&annotated[place], asOf)
        taken.insert(id)
      }
      return annotated
    }
  }
}

/// What finished runs have found, asked one by one.
private struct EarlierFindings: ~Copyable {
  private let byID: Statement
  private let byPurchase: Statement

  init(_ database: borrowing Database) throws(SQLiteFailure) {
    let byID = try database.prepare(
      "SELECT status, first_seen, accepted_until FROM finding WHERE id = ?1")
    let byPurchase = try database.prepare(
      """
      SELECT finding.first_seen, finding.id FROM finding_purchase
        JOIN finding ON finding.id = finding_purchase.finding
      WHERE finding_purchase.kind = ?1 AND finding_purchase.environment = ?2
        AND transaction_id = ?3
      """)
    self.byID = byID
    self.byPurchase = byPurchase
  }

  /// Gives the finding the status and the date that are known of its id; false if none are.
  func mark(_ finding: inout Finding, _ asOf: Instant) throws(SQLiteFailure) -> Bool {
    defer { byID.reset() }
    try byID.bind(finding.id, at: 1)
    guard try byID.step() else { return false }
    finding.firstSeen = byID.instant(at: 1)
    let isAccepted = byID.integer(at: 2).map { $0 > asOf.milliseconds } ?? false
    let isBack = byID.text(at: 0) == FindingStatus.resolved.rawValue
    finding.status = isAccepted ? .accepted : isBack ? .new : .open
    return true
  }

  /// The oldest finding of this kind about a purchase that shares an id with this one.
  func id(of finding: Finding, besides taken: Set<String>) throws(SQLiteFailure) -> String? {
    var oldest: (date: Int64, id: String)?
    try byPurchase.bind(finding.kind.rawValue, at: 1)
    try byPurchase.bind(finding.environment, at: 2)
    for transactionID in finding.transactionIDs {
      defer { byPurchase.reset() }
      try byPurchase.bind(transactionID, at: 3)
      while try byPurchase.step() {
        guard let date = byPurchase.integer(at: 0), let id = byPurchase.text(at: 1),
          !taken.contains(id)
        else { continue }
        if let known = oldest, known <= (date, id) { continue }
        oldest = (date, id)
      }
    }
    return oldest?.id
  }
}

extension Finding {
  /// Whether it is about a purchase; a row that no purchase explains has only the id it claims.
  var namesPurchase: Bool { quantityGranted != nil }
}
