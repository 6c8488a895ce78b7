import Records

/// The chains of subscriptions: all periods that share an original id or were migrated to it.
struct Chains: Sendable {
  /// The chain of each purchase; -1 for what is no subscription.
  let ofPurchase: [Int32]
  /// The purchases of each chain, the earliest first.
  let purchases: [[Int32]]
  /// The original id under which each chain began, before any migration.
  let firstOriginal: [OriginalTransactionID]
  /// The chain by its original id, one for each app and environment.
  private var byOriginal: [ChainKey: Int32]

  init(_ store: StoreBook, _ states: Transactions, _ purchases: inout Purchases, texts: TextTable) {
    let migrations = Migrations(store, texts: texts)
    var firstOriginal: [OriginalTransactionID] = []
    var byOriginal: [ChainKey: Int32] = [:]
    var owners = [Int32](repeating: -1, count: purchases.count)
    var count: Int32 = 0
    for purchase in 0..<purchases.count where purchases.type[purchase] == .autoRenewable {
      let record = Int(states.deciding[Int(purchases.lead[purchase])])
      let original = Self.original(store, record)
      let key = ChainKey(store, record, original: migrations.first(of: original))
      if byOriginal[key] == nil {
        byOriginal[key] = count
        firstOriginal.append(key.original)
        count += 1
      }
      owners[purchase] = byOriginal[key] ?? -1
      byOriginal[ChainKey(store, record, original: original)] = owners[purchase]
    }
    self.byOriginal = byOriginal
    self.firstOriginal = firstOriginal
    let grouped = Grouped(owners: owners, ownerCount: Int(count))
    var lists: [[Int32]] = []
    for chain in 0..<Int(count) {
      lists.append(
        grouped[chain].sorted { left, right in
          Self.precedes(Int(left), Int(right), store, states, purchases, texts)
        })
    }
    ofPurchase = owners
    self.purchases = lists
    for chain in lists { Self.markSuperseded(chain, store, states, &purchases) }
  }

  /// The chain that an original id names in one app and environment.
  func chain(of original: Text, bundle: BundleID, environment: EnvironmentID) -> Int? {
    guard !original.isEmpty else { return nil }
    let key = ChainKey(
      original: OriginalTransactionID(original), bundle: bundle, environment: environment)
    return byOriginal[key].map(Int.init)
  }

  /// The original id of a record; one that carries none is taken for the first of its own chain,
  /// since what nobody knows is nothing that customers share.
  private static func original(_ store: StoreBook, _ record: Int) -> OriginalTransactionID {
    let original = store.originalTransactionID[record]
    return original.isNone ? OriginalTransactionID(store.transactionID[record].text) : original
  }

  private static func precedes(
    _ left: Int, _ right: Int, _ store: StoreBook, _ states: Transactions,
    _ purchases: Purchases, _ texts: TextTable
  ) -> Bool {
    let first = purchases.date[left].instant
    let second = purchases.date[right].instant
    if let first, let second, first != second { return first < second }
    if (first == nil) != (second == nil) { return first != nil }
    return texts.isLower(
      store.transactionID[Int(states.deciding[Int(purchases.lead[left])])].text,
      store.transactionID[Int(states.deciding[Int(purchases.lead[right])])].text)
  }

  /// Marks the periods that ended because a dearer one began.
  ///
  /// A revocation at another time than a successor's purchase is a refund all the same. A receipt
  /// carries no mark, only the cancellation.
  private static func markSuperseded(
    _ chain: [Int32], _ store: StoreBook, _ states: Transactions, _ purchases: inout Purchases
  ) {
    for (place, number) in chain.enumerated() {
      let purchase = Int(number)
      let record = Int(states.deciding[Int(purchases.lead[purchase])])
      let unmarkedReceipt = store.origin[record].isReceipt
      guard purchases.isUpgraded[purchase] || unmarkedReceipt else { continue }
      guard let revokedAt = purchases.revocation[purchase].instant else {
        purchases.isSuperseded[purchase] = purchases.isUpgraded[purchase]
        continue
      }
      let first = purchases.firstPlace(
        in: chain, notBefore: revokedAt.adding(milliseconds: -Milliseconds.minute))
      let end = revokedAt.adding(milliseconds: Milliseconds.minute)
      let successors = purchases.periods(chain, from: max(first, place + 1), until: end)
      purchases.isSuperseded[purchase] = successors.contains { _ in true }
    }
  }
}

/// What names a chain.
private struct ChainKey: Hashable {
  let original: OriginalTransactionID
  let bundle: BundleID
  let environment: EnvironmentID
  /// Whose copy it is; empty for the buyer's own, which no copy joins.
  var holder = Text.empty

  init(original: OriginalTransactionID, bundle: BundleID, environment: EnvironmentID) {
    self.original = original
    self.bundle = bundle
    self.environment = environment
  }

  init(_ store: StoreBook, _ record: Int, original: OriginalTransactionID) {
    self.init(
      original: original, bundle: store.bundleID[record], environment: store.environment[record])
    // Copies whose holder is not known are one chain beside the buyer's: a member's renewals must
    // not fall apart.
    if !store.ownership[record].isBuyers {
      let account = store.appTransactionID[record]
      holder = account.isNone ? original.text : account.text
    }
  }
}
