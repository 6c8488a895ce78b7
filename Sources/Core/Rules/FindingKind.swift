/// What a finding says; stable words, used in every report and stored with each finding.
package enum FindingKind: String, Sendable, CaseIterable, Comparable {
  case missedDelivery = "missed-delivery"
  case stuckPending = "stuck-pending"
  case refundWithoutRevocation = "refund-without-revocation"
  case grantedNotCredited = "granted-not-credited"
  case doubleGrant = "double-grant"
  case crossAccountGrant = "cross-account-grant"
  case refundNotApplied = "refund-not-applied"
  case unknownGrant = "unknown-grant"
  case creditedNotOrdered = "credited-not-ordered"
  case productMismatch = "product-mismatch"
  case quantityMismatch = "quantity-mismatch"
  case ownerMismatch = "owner-mismatch"
  case environmentMismatch = "environment-mismatch"
  case bundleMismatch = "bundle-mismatch"
  case timeMismatch = "time-mismatch"
  case entitlementTooLong = "entitlement-too-long"
  case entitlementTooShort = "entitlement-too-short"
  case conflictingStoreRecord = "conflicting-store-record"
  case badLedgerRow = "bad-ledger-row"
  case unverifiable

  /// The report that a kind belongs to.
  package enum Report: String, Sendable, CaseIterable {
    case missedDeliveries = "missed-deliveries"
    case doubleGrants = "double-grants"
    case exceptions
    case couldNotCheck = "could-not-check"
  }

  /// Where the kind is reported.
  package var report: Report {
    switch self {
    case .missedDelivery, .stuckPending, .refundWithoutRevocation, .grantedNotCredited:
      .missedDeliveries
    case .doubleGrant, .crossAccountGrant: .doubleGrants
    case .unverifiable: .couldNotCheck
    default: .exceptions
    }
  }

  package static func < (left: FindingKind, right: FindingKind) -> Bool {
    left.place < right.place
  }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
