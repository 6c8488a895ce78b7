import Records

/// The purchases of a book, each with its aliases and its state, in columns.
struct Purchases: Sendable {
  /// The purchase of each transaction.
  let ofTransaction: [Int32]
  /// The transactions of each purchase.
  let transactions: Grouped
  /// The transaction with the lowest id, after which the purchase is called.
  private(set) var lead: [Int32] = []
  private(set) var type: [ProductType] = []
  /// The earliest purchase date of its aliases.
  private(set) var date: [Moment] = []
  private(set) var expires: [Moment] = []
  private(set) var revocation: [Moment] = []
  /// The token of the lowest id that carries one.
  private(set) var accountToken: [AccountToken] = []
  private(set) var isConflicting: [Bool] = []
  private(set) var isUpgraded: [Bool] = []
  /// Ended by an upgrade, which is not a refund; told by the chain.
  var isSuperseded: [Bool] = []

  init(
    _ store: StoreBook, _ states: Transactions, catalogue: ProductCatalogue, texts: TextTable
  ) {
    let types = Self.types(store, states, catalogue: catalogue, texts: texts)
    let roots = PurchaseIdentity.roots(store, states, types: types, texts: texts)
    var number = [Int32](repeating: -1, count: roots.count)
    var purchaseCount: Int32 = 0
    for root in roots where number[Int(root)] < 0 {
      number[Int(root)] = purchaseCount
      purchaseCount += 1
    }
    ofTransaction = roots.map { number[Int($0)] }
    transactions = Grouped(owners: ofTransaction, ownerCount: Int(purchaseCount))
    for purchase in 0..<Int(purchaseCount) {
      let aliases = transactions[purchase]
      settle(aliases.map(Int.init), store, states, types: types, texts: texts)
    }
    isSuperseded = Array(repeating: false, count: Int(purchaseCount))
  }

  /// The number of purchases.
  var count: Int { lead.count }

  /// The kind of product: the payload's word, else the job's, else what the record carries.
  private static func types(
    _ store: StoreBook, _ states: Transactions, catalogue: ProductCatalogue, texts: TextTable
  ) -> [ProductType] {
    var byProduct: [ProductID: ProductType] = [:]
    for (product, entry) in catalogue.entries {
      if let text = texts.find(product), let type = entry.type {
        byProduct[ProductID(text)] = type
      }
    }
    return states.deciding.map { record in
      let place = Int(record)
      if store.type[place] != .unknown { return store.type[place] }
      if let type = byProduct[store.productID[place]] { return type }
      let isPeriod = !store.lineItemID[place].isNone || store.expiresDate[place].isKnown
      return isPeriod ? .autoRenewable : .unknown
    }
  }

  private mutating func settle(
    _ aliases: [Int], _ store: StoreBook, _ states: Transactions, types: [ProductType],
    texts: TextTable
  ) {
    let lowest = aliases.reduce(aliases[0]) { low, next in
      let name = store.transactionID[Int(states.deciding[next])].text
      let lowName = store.transactionID[Int(states.deciding[low])].text
      return texts.isLower(name, lowName) ? next : low
    }
    let records = aliases.map { Int(states.deciding[$0]) }
    lead.append(Int32(truncatingIfNeeded: lowest))
    type.append(types[lowest])
    date.append(Moment(records.compactMap { store.purchaseDate[$0].instant }.min()))
    expires.append(Moment(records.compactMap { store.expiresDate[$0].instant }.max()))
    isUpgraded.append(records.contains { store.isUpgraded[$0] })
    let revocations = aliases.compactMap { states.revocation[$0].instant }
    revocation.append(Moment(revocations.min()))
    let isDenied = revocations.min().map { first in
      aliases.contains {
        !states.revocation[$0].isKnown
          && store.denies(Int(states.deciding[$0]), revocationOf: first)
      }
    }
    isConflicting.append(isDenied ?? false || aliases.contains { states.isConflicting[$0] })
    accountToken.append(Self.token(of: records, store, texts))
  }

  private static func token(
    of records: [Int], _ store: StoreBook, _ texts: TextTable
  ) -> AccountToken {
    var teller: Int?
    for record in records where !store.accountToken[record].isNone {
      let id = store.transactionID[record].text
      if let other = teller, texts.isLower(store.transactionID[other].text, id) { continue }
      teller = record
    }
    return teller.map { store.accountToken[$0] } ?? .none
  }
}
