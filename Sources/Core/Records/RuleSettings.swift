/// How the server hears of a purchase.
package enum Delivery: String, Sendable {
  /// From the store, whatever the customer does.
  case server
  /// From the app, when it is next opened.
  case client
}

/// What a ledger keeps of a subscription.
package enum SubscriptionRows: String, Sendable {
  /// A row for each renewal.
  case perPeriod = "per-period"
  /// A row for each original id, with the time access ends.
  case entitlement
}

/// What is said of a family member's purchase that the ledger does not know.
package enum FamilyRule: String, Sendable {
  /// It is noticed.
  case notice
  /// It is missed like any other.
  case missed
  /// Nothing.
  case ignore
}

/// How much a finding costs, the dearest last.
package enum Severity: String, Sendable, Comparable, CaseIterable {
  case notice, wrong, loss

  package static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .notice: 0
    case .wrong: 1
    case .loss: 2
    }
  }
}

/// The job's `rules`, with the defaults of an absent key.
package struct RuleSettings: Sendable, Equatable {
  /// How long a purchase may be on its way.
  package var settleMinutes: Int64 = 60
  /// How long a refund may be on its way.
  package var refundSettleMinutes: Int64 = 30
  package var delivery = Delivery.server
  /// How long a purchase may wait for the app to be opened.
  package var clientDays: Int64 = 7
  package var subscriptions = SubscriptionRows.perPeriod
  /// How far an access end may lie from the store's.
  package var entitlementToleranceHours: Int64 = 24
  /// The accounts that may hold sandbox purchases.
  package var sandboxUsers: [String] = []
  package var family = FamilyRule.notice
  /// From where on a new finding makes the exit status 1.
  package var alarmFrom = Severity.wrong

  /// The defaults.
  package init() {}
}
