package import Matching
package import Records

/// What the store says, in few words: everything else is dull.
extension MatchGroup {
  /// A pack of 100 coins for 0.99 USD under the id 1001, bought two days ago, and no row.
  package static func paid(hoursAgo hours: Int64 = 48) -> MatchGroup {
    paid(minutesAgo: hours * 60)
  }

  /// The same, bought so many minutes ago.
  package static func paid(minutesAgo minutes: Int64) -> MatchGroup {
    var purchase = Purchase(
      "1001", of: "coins.100", bundleID: Circumstances.noon.bundleID,
      environment: Circumstances.noon.environment, date: .noon.minus(minutes: minutes))
    purchase.originalTransactionID = "1001"
    purchase.type = .consumable
    purchase.ownership = .purchased
    purchase.price = Money(milliunits: 990, currency: "USD")
    return MatchGroup(purchase: purchase, rows: [])
  }

  /// A lifetime unlock for 49.99 USD.
  package static func paidUnlock(hoursAgo hours: Int64 = 48) -> MatchGroup {
    paid(hoursAgo: hours).buying {
      $0.productID = "pro.lifetime"
      $0.type = .nonConsumable
      $0.price = Money(milliunits: 49_990, currency: "USD")
    }
  }

  /// A month of gold for 9.99 USD.
  package static func paidMonth(hoursAgo hours: Int64 = 48) -> MatchGroup {
    paid(hoursAgo: hours).buying {
      $0.productID = "gold.monthly"
      $0.type = .autoRenewable
      $0.expires = $0.date?.plus(days: 30)
      $0.price = Money(milliunits: 9_990, currency: "USD")
    }
  }

  /// The same but for something about the purchase.
  package func buying(_ change: (inout Purchase) -> Void) -> MatchGroup {
    var group = self
    if var purchase = group.purchase {
      change(&purchase)
      group.purchase = purchase
    }
    return group
  }

  /// The same but for something about the group.
  package func with(_ change: (inout MatchGroup) -> Void) -> MatchGroup {
    var group = self
    change(&group)
    return group
  }

  /// At no charge: a trial or a code.
  package func free() -> MatchGroup {
    buying { $0.price = Money(milliunits: 0, currency: "USD") }
  }

  /// So many units in one charge.
  package func ofUnits(_ quantity: Int) -> MatchGroup {
    buying { $0.quantity = quantity }
  }

  /// Taken back by the store.
  package func refunded(hoursAgo hours: Int64 = 24) -> MatchGroup {
    refunded(minutesAgo: hours * 60)
  }

  /// Taken back by the store so many minutes ago.
  package func refunded(minutesAgo minutes: Int64) -> MatchGroup {
    buying { $0.revokedAt = .noon.minus(minutes: minutes) }
  }

  /// Ended by an upgrade.
  package func upgraded() -> MatchGroup {
    buying { $0.isSuperseded = true }
  }

  /// A family member's copy.
  package func familyShared() -> MatchGroup {
    buying { $0.ownership = .familyShared }
  }

  /// With an account token.
  package func tokened(_ token: String) -> MatchGroup {
    buying { $0.accountToken = token }
  }

  /// A purchase about which the store contradicts itself.
  package func conflicting() -> MatchGroup {
    buying { $0.conflict = "two records of one transaction id contradict each other" }
  }

  /// A test purchase.
  package func inSandbox() -> MatchGroup {
    buying { $0.environment = "Sandbox" }
  }

  /// A purchase of another app.
  package func inOtherApp() -> MatchGroup {
    buying { $0.bundleID = "com.example.other" }
  }

  /// In a job that has a ledger of credits besides the orders.
  package func twoSided() -> MatchGroup {
    with { $0.hasCredits = true }
  }

  /// A chain that is judged by its end of access: the store's word, and the row's if there is one.
  package func access(
    until end: Instant?, settled: Instant? = nil, mayHaveGrace: Bool = false
  ) -> MatchGroup {
    with {
      $0.access = Access(
        end: end, settledEnd: settled ?? end, mayHaveGrace: mayHaveGrace, endsByExpiry: true,
        chainIDs: $0.purchase?.transactionIDs ?? [])
    }
  }
}
