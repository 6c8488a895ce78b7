import Records

/// By which rung a ledger row found its purchase.
package enum Tie: UInt8, Sendable {
  /// It found none.
  case none
  /// One of the purchase's transaction ids, in the row's environment.
  case id
  /// The line item of a subscription's period.
  case lineItem
  /// The id, but in another environment than the row claims.
  case otherEnvironment
  /// The id, but of another app.
  case otherBundle
  /// A subscription's original id, product and purchase time.
  case instant
  /// A non-consumable's original id.
  case original
}

/// Finds for each ledger row the purchase that it is about, by the first rung that holds.
///
/// Never by closeness of ids, by user and minute, or by totals.
struct Ladder {
  let store: StoreBook
  let states: Transactions
  let purchases: Purchases
  let chains: Chains
  let ledger: LedgerBook
  let texts: TextTable
  let bundle: BundleID
  let environment: EnvironmentID
  /// Apple's product id for each name that the ledger uses.
  let productNames: ProductNames

  /// How far a row's purchase time may lie from the store's, in milliseconds.
  private static let tolerance = 2 * Milliseconds.second

  private let nonConsumables: TextIndex
  private let nonConsumable: [Int32]
  private let lineItems: TextIndex
  private let period: [Int32]

  init(
    _ books: Books, _ states: Transactions, _ purchases: Purchases, _ chains: Chains,
    bundle: BundleID, environment: EnvironmentID, productNames: ProductNames
  ) {
    store = books.store
    ledger = books.ledger
    texts = books.texts
    self.states = states
    self.purchases = purchases
    self.chains = chains
    self.bundle = bundle
    self.environment = environment
    self.productNames = productNames
    var nonConsumables = TextIndex(textCount: books.texts.count)
    var nonConsumable: [Int32] = []
    var lineItems = TextIndex(textCount: books.texts.count)
    var period: [Int32] = []
    for transaction in states.deciding.indices {
      let record = Int(states.deciding[transaction])
      let purchase = purchases.ofTransaction[transaction]
      switch purchases.type[Int(purchase)] {
      case .nonConsumable where store.ownership[record].isBuyers:
        nonConsumables.append(under: store.originalTransactionID[record].text)
        nonConsumable.append(purchase)
      case .autoRenewable:
        lineItems.append(under: store.lineItemID[record].text)
        period.append(purchase)
      default:
        break
      }
    }
    self.nonConsumables = nonConsumables
    self.nonConsumable = nonConsumable
    self.lineItems = lineItems
    self.period = period
  }

  /// The purchase of a row, and the rung by which it was found.
  func tie(_ row: Int) -> (purchase: Int32, tie: Tie) {
    let claimed = claimedEnvironment(of: row)
    if let found = byID(row, in: claimed) { return found }
    if let purchase = byLineItem(row, in: claimed) { return (purchase, .lineItem) }
    if let found = elsewhere(row, in: claimed) { return found }
    if let purchase = byInstant(row, in: claimed) { return (purchase, .instant) }
    if let purchase = byOriginal(row, in: claimed) { return (purchase, .original) }
    return (-1, .none)
  }

  /// The environment that a row claims; the job's where it says nothing.
  func claimedEnvironment(of row: Int) -> EnvironmentID {
    ledger.environment[row].isNone ? environment : ledger.environment[row]
  }

  /// The chain whose original id a row carries, in the environment that it claims.
  func chain(of row: Int) -> Int? {
    let claimed = claimedEnvironment(of: row)
    return chains.chain(
      of: ledger.originalTransactionID[row].text, bundle: bundle, environment: claimed)
      ?? chains.chain(of: ledger.transactionID[row].text, bundle: bundle, environment: claimed)
  }

  private func byID(_ row: Int, in claimed: EnvironmentID) -> (purchase: Int32, tie: Tie)? {
    var candidate = states.byID.first(under: ledger.transactionID[row].text)
    while let transaction = candidate {
      let record = Int(states.deciding[transaction])
      if store.environment[record] == claimed, store.bundleID[record] == bundle {
        let purchase = purchases.ofTransaction[transaction]
        return (betterPeriod(than: purchase, record, for: row), .id)
      }
      candidate = states.byID.next(after: transaction)
    }
    return nil
  }

  /// Many servers write a renewal under the original id: such a row belongs to the period of the
  /// chain that its line item names or its time fits best.
  private func betterPeriod(than purchase: Int32, _ record: Int, for row: Int) -> Int32 {
    guard purchases.type[Int(purchase)] == .autoRenewable,
      ledger.transactionID[row].text == store.originalTransactionID[record].text
    else { return purchase }
    if let named = byLineItem(row, in: store.environment[record]) { return named }
    guard let time = ledger.purchaseTime[row].instant ?? ledger.grantedAt[row].instant,
      let own = purchases.date[Int(purchase)].instant,
      let chain = chain(ofPurchase: purchase),
      let nearest = purchases.nearest(in: chains.purchases[chain], to: time)
    else { return purchase }
    return purchases.distance(of: nearest, to: time) < own.distance(to: time) ? nearest : purchase
  }

  private func chain(ofPurchase purchase: Int32) -> Int? {
    let chain = chains.ofPurchase[Int(purchase)]
    return chain < 0 ? nil : Int(chain)
  }

  /// A line item names one period; where more than one purchase carries it, as a family member's
  /// copy may, the buyer's with the lowest id takes the row, whatever was read first.
  private func byLineItem(_ row: Int, in claimed: EnvironmentID) -> Int32? {
    var best: Int32?
    var candidate = lineItems.first(under: ledger.lineItemID[row].text)
    while let item = candidate {
      if stands(period[item], in: claimed) {
        best = best.map { preferred($0, period[item]) } ?? period[item]
      }
      candidate = lineItems.next(after: item)
    }
    return best
  }

  private func preferred(_ left: Int32, _ right: Int32) -> Int32 {
    let first = Int(states.deciding[Int(purchases.lead[Int(left)])])
    let second = Int(states.deciding[Int(purchases.lead[Int(right)])])
    if store.ownership[first].isBuyers != store.ownership[second].isBuyers {
      return store.ownership[first].isBuyers ? left : right
    }
    let isLower = texts.isLower(
      store.transactionID[second].text, store.transactionID[first].text)
    return isLower ? right : left
  }

  /// The id in another place than the row claims: the job's app before others, then by the names
  /// of the places, so that the order of reading decides nothing.
  private func elsewhere(_ row: Int, in claimed: EnvironmentID) -> (purchase: Int32, tie: Tie)? {
    var best: Int?
    var candidate = states.byID.first(under: ledger.transactionID[row].text)
    while let transaction = candidate {
      if best.map({ isNearer(transaction, than: $0, to: claimed) }) ?? true { best = transaction }
      candidate = states.byID.next(after: transaction)
    }
    return best.map { transaction in
      let isOurs = store.bundleID[Int(states.deciding[transaction])] == bundle
      return (purchases.ofTransaction[transaction], isOurs ? .otherEnvironment : .otherBundle)
    }
  }

  private func isNearer(_ left: Int, than right: Int, to claimed: EnvironmentID) -> Bool {
    let first = Int(states.deciding[left])
    let second = Int(states.deciding[right])
    let bundles = (store.bundleID[first], store.bundleID[second])
    if bundles.0 != bundles.1 {
      if bundles.0 == bundle || bundles.1 == bundle { return bundles.0 == bundle }
    }
    let places = (store.environment[first], store.environment[second])
    if places.0 != places.1 {
      if places.0 == claimed || places.1 == claimed { return places.0 == claimed }
      return texts.isLower(places.0.text, places.1.text)
    }
    return texts.isLower(bundles.0.text, bundles.1.text)
  }

  private func byInstant(_ row: Int, in claimed: EnvironmentID) -> Int32? {
    guard let time = ledger.purchaseTime[row].instant, let chain = chain(of: row) else {
      return nil
    }
    let product = productNames.storeName(of: ledger.product[row])
    let periods = chains.purchases[chain]
    let start = purchases.firstPlace(
      in: periods, notBefore: time.adding(milliseconds: -Self.tolerance))
    let end = time.adding(milliseconds: Self.tolerance)
    return purchases.periods(periods, from: start, until: end).first { period in
      store.productID[Int(states.deciding[Int(purchases.lead[Int(period)])])] == product
    }
  }

  private func byOriginal(_ row: Int, in claimed: EnvironmentID) -> Int32? {
    for text in [ledger.originalTransactionID[row].text, ledger.transactionID[row].text] {
      var candidate = nonConsumables.first(under: text)
      while let item = candidate {
        if stands(nonConsumable[item], in: claimed) { return nonConsumable[item] }
        candidate = nonConsumables.next(after: item)
      }
    }
    return nil
  }

  private func stands(_ purchase: Int32, in claimed: EnvironmentID) -> Bool {
    let record = Int(states.deciding[Int(purchases.lead[Int(purchase)])])
    return store.environment[record] == claimed && store.bundleID[record] == bundle
  }
}
