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
    let migrations = Self.migrations(store, texts)
    var firstOriginal: [OriginalTransactionID] = []
    var byOriginal: [ChainKey: Int32] = [:]
    var owners = [Int32](repeating: -1, count: purchases.count)
    var count: Int32 = 0
    for purchase in 0..<purchases.count where purchases.type[purchase] == .autoRenewable {
      let record = Int(states.deciding[Int(purchases.lead[purchase])])
      let original = Self.original(store, record)
      let key = ChainKey(store, record, original: migrations[original] ?? original)
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

  /// The original id of a record; a period that names none is a chain of its own.
  private static func original(_ store: StoreBook, _ record: Int) -> OriginalTransactionID {
    let original = store.originalTransactionID[record]
    return original.isNone ? OriginalTransactionID(store.transactionID[record].text) : original
  }

  /// From each migrated original id to the first one of its line.
  private static func migrations(
    _ store: StoreBook, _ texts: TextTable
  ) -> [OriginalTransactionID: OriginalTransactionID] {
    var before: [OriginalTransactionID: OriginalTransactionID] = [:]
    for (record, previous) in store.previousOriginalTransactionID {
      let original = store.originalTransactionID[record]
      if let other = before[original], texts.isLower(other.text, previous.text) { continue }
      before[original] = previous
    }
    return before.mapValues { previous in
      var first = previous
      var steps = 0
      while let earlier = before[first], steps < before.count {
        first = earlier
        steps += 1
      }
      return first
    }
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
      let unmarkedReceipt = store.origin[record] == .receipt
      guard purchases.isUpgraded[purchase] || unmarkedReceipt else { continue }
      guard let revokedAt = purchases.revocation[purchase].instant else {
        purchases.isSuperseded[purchase] = purchases.isUpgraded[purchase]
        continue
      }
      purchases.isSuperseded[purchase] = chain[(place + 1)...].contains { successor in
        guard let began = purchases.date[Int(successor)].instant else { return false }
        return began.distance(to: revokedAt) <= UInt64(Milliseconds.minute)
      }
    }
  }
}

/// What names a chain.
private struct ChainKey: Hashable {
  let original: OriginalTransactionID
  let bundle: BundleID
  let environment: EnvironmentID

  init(original: OriginalTransactionID, bundle: BundleID, environment: EnvironmentID) {
    self.original = original
    self.bundle = bundle
    self.environment = environment
  }

  init(_ store: StoreBook, _ record: Int, original: OriginalTransactionID) {
    self.init(
      original: original, bundle: store.bundleID[record], environment: store.environment[record])
  }
}
