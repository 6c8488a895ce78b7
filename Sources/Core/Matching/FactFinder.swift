import Records

/// Finds what is out of the ordinary about a purchase without building its group.
struct FactFinder {
  let tied: Tied
  let owners: Owners
  let circumstances: Circumstances
  let observations: LedgerObservations
  let sharedChains: Set<Int32>
  let repeated: [Int32: Int32]
  let hasCredits: Bool

  /// The facts of a purchase.
  func facts(of purchase: Int) -> Facts {
    var facts = ownFacts(purchase)
    let rows = tied.rows[purchase]
    if rows.isEmpty { facts.insert(.noRow) }
    if hasCredits {
      facts.formUnion(legFacts(rows))
    } else if rows.count > 1 {
      facts.insert(.severalRows)
    }
    for row in rows { facts.formUnion(rowFacts(Int(row), purchase)) }
    return facts
  }

  private func ownFacts(_ purchase: Int) -> Facts {
    let store = tied.books.store
    let record = tied.record(of: purchase)
    var facts: Facts = []
    if !tied.isOurs(purchase) { facts.insert(.foreign) }
    if tied.purchases.revocation[purchase].isKnown { facts.insert(.revoked) }
    if tied.purchases.isSuperseded[purchase] { facts.insert(.superseded) }
    if tied.purchases.isConflicting[purchase] { facts.insert(.conflicting) }
    if !store.ownership[record].isBuyers { facts.insert(.shared) }
    if store.quantity[record] > 1 { facts.insert(.quantity) }
    if !circumstances.window.contains(tied.purchases.date[purchase].instant) {
      facts.insert(.outsideWindow)
    }
    if tied.purchases.transactions.count(of: purchase) > 1 { facts.insert(.aliased) }
    if isRevocationDateChanged(purchase) { facts.insert(.revocationDateChanged) }
    if repeated[Int32(truncatingIfNeeded: purchase)] != nil { facts.insert(.repeated) }
    let chain = tied.chains.ofPurchase[purchase]
    if chain >= 0 {
      if isJudgedByChain { facts.insert(.chainJudged) }
      if sharedChains.contains(chain) { facts.insert(.sharedChain) }
    }
    return facts
  }

  private var isJudgedByChain: Bool {
    circumstances.rules.subscriptions == .entitlement || observations.looksLikeEntitlement
  }

  private func isRevocationDateChanged(_ purchase: Int) -> Bool {
    tied.purchases.transactions[purchase].contains { tied.states.revocationChanged[Int($0)] }
  }

  private func legFacts(_ rows: ArraySlice<Int32>) -> Facts {
    let roles = rows.map { tied.books.ledger.shape(Int($0)).role }
    let credits = roles.filter { $0 == .credits }.count
    let orders = roles.count - credits
    var facts: Facts = []
    if credits != 1 || orders != 1 { facts.insert(.legsDiffer) }
    if credits > 1 || orders > 1 { facts.insert(.severalRows) }
    return facts
  }

  private func rowFacts(_ row: Int, _ purchase: Int) -> Facts {
    let ledger = tied.books.ledger
    let record = tied.record(of: purchase)
    var facts: Facts = []
    if ledger.state[row] != .granted { facts.insert(.otherState) }
    if tied.tie[row] == .otherEnvironment || tied.tie[row] == .otherBundle {
      facts.insert(.foreignRow)
    }
    let product = tied.productNames.storeName(of: ledger.product[row])
    if !product.isNone, product != tied.books.store.productID[record] {
      facts.insert(.productDiffers)
    }
    if owners.differ(purchase, row, tied) { facts.insert(.ownerDiffers) }
    if isTimeFar(row, purchase) { facts.insert(.timeDiffers) }
    if ledger.quantity[row] != .min,
      ledger.quantity[row] != max(tied.books.store.quantity[record], 1)
    {
      facts.insert(.quantity)
    }
    if tied.isNewer(row, than: circumstances.asOf) { facts.insert(.newerRow) }
    return facts
  }

  private func isTimeFar(_ row: Int, _ purchase: Int) -> Bool {
    guard let date = tied.purchases.date[purchase].instant else { return false }
    let times = [
      tied.books.ledger.purchaseTime[row].instant, tied.books.ledger.grantedAt[row].instant,
    ]
    return times.contains { time in
      time.flatMap { TimeDifference(ledger: $0, purchase: date) } != nil
    }
  }
}
