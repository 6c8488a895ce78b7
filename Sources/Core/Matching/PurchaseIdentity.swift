import Records

/// Joins the transactions that name one purchase.
///
/// There is no single key: a subscription's period is named by its line item, a non-consumable by
/// its original id, a consumable by nothing but its own id. Keys hold within one app, environment
/// and owner; a family member's record never joins the buyer's.
struct PurchaseIdentity {
  private let store: StoreBook
  private let transactions: Transactions
  private let types: [ProductType]
  private var parent: [Int32]
  private var byKey: [IdentityKey: Int32] = [:]

  /// Answers the purchase of each transaction as the number of one of its transactions.
  static func roots(
    _ store: StoreBook, _ transactions: Transactions, types: [ProductType], texts: TextTable
  ) -> [Int32] {
    var identity = PurchaseIdentity(store: store, transactions: transactions, types: types)
    identity.joinKeyed()
    identity.joinPeriodsWithoutLineItem(texts)
    identity.joinRestoredPasses()
    return transactions.deciding.indices.map { identity.root(Int32(truncatingIfNeeded: $0)) }
  }

  private init(store: StoreBook, transactions: Transactions, types: [ProductType]) {
    self.store = store
    self.transactions = transactions
    self.types = types
    parent = transactions.deciding.indices.map { Int32(truncatingIfNeeded: $0) }
  }

  private mutating func joinKeyed() {
    for transaction in transactions.deciding.indices {
      let record = Int(transactions.deciding[transaction])
      switch types[transaction] {
      case .autoRenewable where !store.lineItemID[record].isNone:
        join(transaction, by: key(record, store.lineItemID[record].text, .lineItem))
      case .nonConsumable where !store.originalTransactionID[record].isNone:
        join(transaction, by: key(record, store.originalTransactionID[record].text, .original))
      default:
        break
      }
    }
  }

  private mutating func join(_ transaction: Int, by key: IdentityKey) {
    let number = Int32(truncatingIfNeeded: transaction)
    if let other = byKey[key] {
      unite(number, other)
    } else {
      byKey[key] = number
    }
  }

  /// A period without a line item is the one of its chain, product and purchase instant; where
  /// several with line items share these, the lowest id takes it.
  private mutating func joinPeriodsWithoutLineItem(_ texts: TextTable) {
    var nameless: [IdentityKey: Int32] = [:]
    for transaction in periods(withLineItem: false) {
      let number = Int32(truncatingIfNeeded: transaction)
      guard let key = instantKey(transaction) else { continue }
      if let other = nameless[key] { unite(number, other) } else { nameless[key] = number }
    }
    guard !nameless.isEmpty else { return }
    var named: [IdentityKey: Int32] = [:]
    for transaction in periods(withLineItem: true) {
      guard let key = instantKey(transaction), nameless[key] != nil else { continue }
      if let other = named[key], !isLower(transaction, Int(other), texts) { continue }
      named[key] = Int32(truncatingIfNeeded: transaction)
    }
    for (key, transaction) in named {
      if let other = nameless[key] { unite(transaction, other) }
    }
  }

  private func periods(withLineItem wanted: Bool) -> [Int] {
    transactions.deciding.indices.filter {
      types[$0] == .autoRenewable
        && store.lineItemID[Int(transactions.deciding[$0])].isNone != wanted
    }
  }

  private func isLower(_ left: Int, _ right: Int, _ texts: TextTable) -> Bool {
    texts.isLower(
      store.transactionID[Int(transactions.deciding[left])].text,
      store.transactionID[Int(transactions.deciding[right])].text)
  }

  private func instantKey(_ transaction: Int) -> IdentityKey? {
    let record = Int(transactions.deciding[transaction])
    guard let date = store.purchaseDate[record].instant,
      !store.originalTransactionID[record].isNone
    else { return nil }
    var key = self.key(record, store.originalTransactionID[record].text, .instant)
    key.product = store.productID[record].text
    key.instant = date.milliseconds
    return key
  }

  /// A pass is a restore of another of its chain whose purchase it names as the original one,
  /// within five seconds; a second pass names another moment.
  private mutating func joinRestoredPasses() {
    var passes: [IdentityKey: [Int32]] = [:]
    for transaction in transactions.deciding.indices where types[transaction] == .nonRenewing {
      let record = Int(transactions.deciding[transaction])
      let original = store.originalTransactionID[record].text
      guard !original.isEmpty else { continue }
      passes[key(record, original, .pass), default: []].append(
        Int32(truncatingIfNeeded: transaction))
    }
    for group in passes.values where group.count > 1 { joinRestores(among: group) }
  }

  private mutating func joinRestores(among group: [Int32]) {
    let dated = group.compactMap { transaction -> (Instant, Int32)? in
      let record = Int(transactions.deciding[Int(transaction)])
      return store.purchaseDate[record].instant.map { ($0, transaction) }
    }.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0 < $1.0 }
    // Up to which place each date is one purchase with those behind it; joined in one walk, since
    // thousands of restores may name one moment.
    var reach = Array(dated.indices)
    let tolerance = 5 * Milliseconds.second
    for transaction in group {
      let record = Int(transactions.deciding[Int(transaction)])
      guard let first = store.originalPurchaseDate[record].instant else { continue }
      let start = dated.firstPlace { $0.0 >= first.adding(milliseconds: -tolerance) }
      let end = dated.firstPlace { $0.0 > first.adding(milliseconds: tolerance) }
      guard start < end else { continue }
      unite(transaction, dated[start].1)
      reach[start] = max(reach[start], end - 1)
    }
    var farthest = 0
    for (place, next) in zip(dated.indices, dated.indices.dropFirst()) {
      farthest = max(farthest, reach[place])
      if farthest >= next { unite(dated[place].1, dated[next].1) }
    }
  }

  private func key(_ record: Int, _ text: Text, _ kind: IdentityKey.Kind) -> IdentityKey {
    var key = IdentityKey(kind: kind, text: text)
    key.environment = store.environment[record].text
    key.bundle = store.bundleID[record].text
    if !store.ownership[record].isBuyers {
      key.ownership = store.ownership[record]
      key.holder = store.holder(record)
    }
    return key
  }

  private mutating func root(_ transaction: Int32) -> Int32 {
    var top = transaction
    while parent[Int(top)] != top { top = parent[Int(top)] }
    var step = transaction
    while parent[Int(step)] != top { (step, parent[Int(step)]) = (parent[Int(step)], top) }
    return top
  }

  private mutating func unite(_ left: Int32, _ right: Int32) {
    let first = root(left)
    let second = root(right)
    if first != second { parent[Int(max(first, second))] = min(first, second) }
  }
}

/// What two transactions share when they name one purchase.
private struct IdentityKey: Hashable {
  enum Kind: UInt8 { case lineItem, original, instant, pass }

  let kind: Kind
  let text: Text
  var product = Text.empty
  var environment = Text.empty
  var bundle = Text.empty
  var ownership = Ownership.purchased
  var holder = Text.empty
  var instant: Int64 = 0

  init(kind: Kind, text: Text) {
    self.kind = kind
    self.text = text
  }
}

extension StoreBook {
  /// Who holds a copy that is not the buyer's own: the Apple account where it is known, else the
  /// copy itself; empty for the buyer's.
  func holder(_ record: Int) -> Text {
    guard !ownership[record].isBuyers else { return .empty }
    let account = appTransactionID[record]
    return account.isNone ? transactionID[record].text : account.text
  }
}
