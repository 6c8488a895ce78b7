package import Records

/// Whether a finding was made before.
package enum FindingStatus: String, Sendable {
  /// No whole report has said it yet.
  case new
  case open, accepted, resolved
}

/// A rule's answer about one purchase or row, with everything a report says of it.
package struct Finding: Sendable, Equatable {
  /// Stable: a hash of what it is about, never of run, order, window or wording.
  package var id: String
  package var kind: FindingKind
  package var severity: Severity
  package var status = FindingStatus.new
  /// Whether both sides were looked at once more.
  package var isConfirmed = false
  /// Whether the store said so in this run; always false for a row that no purchase explains.
  package var isStoreFresh = false
  package var environment: String
  package var productID: String
  /// The lowest id of the purchase, or the id as found.
  package var transactionID: String
  /// Every id that names the purchase, the lowest first.
  package var transactionIDs: [String]
  package var originalTransactionID: String?
  package var accountToken: String?
  package var userIDs: [String]
  package var rows: [String]
  package var quantityPaid: Int?
  package var quantityGranted: Int?
  package var amount: Money?
  package var purchasedAt: Instant?
  package var firstSeen: Instant
  package var evidence: [String]
  package var suggestion: String

  package init(
    id: String, kind: FindingKind, severity: Severity, isConfirmed: Bool = false,
    isStoreFresh: Bool = false, environment: String, productID: String, transactionID: String,
    transactionIDs: [String], originalTransactionID: String? = nil, accountToken: String? = nil,
    userIDs: [String], rows: [String], quantityPaid: Int? = nil, quantityGranted: Int? = nil,
    amount: Money? = nil, purchasedAt: Instant? = nil, firstSeen: Instant, evidence: [String],
    suggestion: String
  ) {
    self.id = id
    self.kind = kind
    self.severity = severity
    self.isConfirmed = isConfirmed
    self.isStoreFresh = isStoreFresh
    self.environment = environment
    self.productID = productID
    self.transactionID = transactionID
    self.transactionIDs = transactionIDs
    self.originalTransactionID = originalTransactionID
    self.accountToken = accountToken
    self.userIDs = userIDs
    self.rows = rows
    self.quantityPaid = quantityPaid
    self.quantityGranted = quantityGranted
    self.amount = amount
    self.purchasedAt = purchasedAt
    self.firstSeen = firstSeen
    self.evidence = evidence
    self.suggestion = suggestion
  }
}
