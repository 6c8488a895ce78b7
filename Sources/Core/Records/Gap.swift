/// Something that the store's side could not see.
///
/// It covers a row unless a fact that is known of the row excludes it.
package struct Gap: Sendable, Equatable {
  /// Whether another run could have seen it.
  package enum Nature: Sendable {
    /// This run should have seen it: the run is incomplete.
    case gap
    /// No run can see it: rows stay unverifiable and the run is complete.
    case limit
  }

  package var nature: Nature
  package var userID: String?
  package var productType: ProductType?
  package var transactionID: String?
  package var originalTransactionID: String?
  /// The chain that a refused record claims, whose newest period it may have been.
  ///
  /// Nobody has to believe it, so it narrows nothing.
  package var claimedChainID: String?
  package var from: Instant?
  package var to: Instant?
  package var reason: String

  package init(nature: Nature = .gap, reason: String) {
    self.nature = nature
    self.reason = reason
  }

  /// What it covers, in words.
  package var scope: String {
    var parts: [String] = []
    if let userID { parts.append("user \(userID)") }
    if let productType { parts.append(productType.words) }
    if let transactionID { parts.append("transaction \(transactionID)") }
    if let originalTransactionID { parts.append("chain \(originalTransactionID)") }
    if from != nil || to != nil {
      parts.append("\(from.map(\.text) ?? "the beginning") to \(to.map(\.text) ?? "the end")")
    }
    return parts.isEmpty ? "everything" : parts.joined(separator: ", ")
  }
}

/// A gap that a person accepted, with a reason and an end.
package struct AcceptedGap: Sendable, Equatable {
  package var reason: String
  package var until: Instant
  package var scope: String?

  package init(reason: String, until: Instant, scope: String?) {
    self.reason = reason
    self.until = until
    self.scope = scope
  }
}

extension ProductType {
  /// The kind in words, in the plural.
  package var words: String {
    switch self {
    case .unknown: "products of unknown type"
    case .consumable: "consumables"
    case .nonConsumable: "non-consumables"
    case .nonRenewing: "non-renewing subscriptions"
    case .autoRenewable: "auto-renewable subscriptions"
    }
  }

  /// Apple's own word in a signed payload.
  package var payloadWord: String? {
    switch self {
    case .unknown: nil
    case .consumable: "Consumable"
    case .nonConsumable: "Non-Consumable"
    case .nonRenewing: "Non-Renewing Subscription"
    case .autoRenewable: "Auto-Renewable Subscription"
    }
  }

  /// The kind by Apple's word in a signed payload; unknown if it is none of the four.
  package init(payloadWord: String) {
    self = Self.allCases.first { $0.payloadWord == payloadWord } ?? .unknown
  }
}
