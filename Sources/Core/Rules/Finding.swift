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
}
