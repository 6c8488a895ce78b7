package import Matching

/// Every rule, in report order.
///
/// A rule that is not listed here does not exist.
package enum RuleBook {
  /// The rules.
  package static let current: [Rule] = [
    .missedDelivery, .stuckPending, .refundWithoutRevocation, .grantedNotCredited, .doubleGrant,
    .crossAccountGrant, .refundNotApplied, .unknownGrant, .creditedNotOrdered, .productMismatch,
    .quantityMismatch, .ownerMismatch, .environmentMismatch, .bundleMismatch, .timeMismatch,
    .entitlementTooLong, .entitlementTooShort, .conflictingStoreRecord, .badLedgerRow,
    .unverifiable,
  ]

  /// Every notice, in report order.
  package static let notices: [NoticeRule] = [
    .tooFresh, .awaitingClient, .withheld, .refundedUndelivered, .familyUndelivered, .idAlias,
    .superseded, .allowedSandbox, .ownerChanged, .revocationDateChanged, .sharedChain,
    .repeatPurchase,
    .possiblySettled,
  ]

  /// Every kind of notice in report order with when it is noticed, those about a run's input as a
  /// whole last.
  package static let noticed: [(kind: String, says: String)] =
    notices.map { ($0.kind, $0.says) } + [
      ("duplicate-input-row", "a ledger row that was read twice"),
      ("unlisted-product", "a product that was sold and that the job's products do not list"),
    ]

  /// A purchase with none of these facts is plainly clean: no rule and no notice would speak, and it
  /// and its rows are matched.
  package static let mask: Facts = (current.map(\.wakes) + notices.map(\.wakes))
    .reduce(into: [.foreign, .outsideWindow]) { $0.formUnion($1) }

  /// The version of the rules, for the manifest: it changes when an answer may change.
  package static let version = "1"
}
