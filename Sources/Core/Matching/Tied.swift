import Records

/// Both books laid side by side: purchases, chains, and the purchase of every ledger row.
struct Tied: Sendable {
  let books: Books
  let states: Transactions
  let purchases: Purchases
  let chains: Chains
  let productNames: ProductNames
  let bundle: BundleID
  let environment: EnvironmentID
  /// The purchase of each ledger row, -1 for none; rows out of scope have none.
  private(set) var purchaseOfRow: [Int32]
  /// The rung by which it was found.
  private(set) var tie: [Tie]
  /// A row read again: the same key of the same ledger with the same content.
  private(set) var isRepeatedRow: [Bool]
  /// The chain of each row, where chains are judged by the end of access.
  private(set) var chainOfRow: [Int32]
  /// The rows of each purchase.
  private(set) var rows = Grouped(owners: [], ownerCount: 0)

  init(_ given: Books, _ circumstances: Circumstances) {
    var books = given
    bundle = BundleID(books.texts.intern(circumstances.bundleID))
    environment = EnvironmentID(books.texts.intern(circumstances.environment))
    productNames = ProductNames(circumstances.products, texts: &books.texts)
    self.books = books
    states = Transactions(books.store, texts: books.texts, asOf: circumstances.asOf)
    var purchases = Purchases(
      books.store, states, catalogue: circumstances.products, texts: books.texts)
    chains = Chains(books.store, states, &purchases, texts: books.texts)
    self.purchases = purchases
    let ladder = Ladder(
      books, states, purchases, chains, bundle: bundle, environment: environment,
      productNames: productNames)
    let count = books.ledger.count
    purchaseOfRow = Array(repeating: -1, count: count)
    tie = Array(repeating: .none, count: count)
    chainOfRow = Array(repeating: -1, count: count)
    isRepeatedRow = RepeatedRows.find(in: books.ledger)
    let isByAccess = circumstances.rules.subscriptions == .entitlement
    for row in 0..<count where !books.ledger.isOutOfScope[row] && !isRepeatedRow[row] {
      (purchaseOfRow[row], tie[row]) = ladder.tie(row)
      guard isByAccess else { continue }
      chainOfRow[row] = ownChain(of: row, ladder)
    }
    rows = Grouped(owners: purchaseOfRow, ownerCount: purchases.count)
  }

  /// The chain of a row if it is one of the job's own app and environment, else -1.
  private func ownChain(of row: Int, _ ladder: Ladder) -> Int32 {
    if purchaseOfRow[row] >= 0 {
      return isOurs(Int(purchaseOfRow[row])) ? chains.ofPurchase[Int(purchaseOfRow[row])] : -1
    }
    guard ladder.claimedEnvironment(of: row) == environment,
      let chain = ladder.chain(of: row)
    else { return -1 }
    return Int32(truncatingIfNeeded: chain)
  }

  /// The record that speaks for a purchase.
  func record(of purchase: Int) -> Int {
    Int(states.deciding[Int(purchases.lead[purchase])])
  }

  /// Whether a purchase belongs to the job's app and environment.
  func isOurs(_ purchase: Int) -> Bool {
    let record = record(of: purchase)
    return books.store.bundleID[record] == bundle
      && books.store.environment[record] == environment
  }

  /// Whether a row's writing is newer than the moment of judging.
  func isNewer(_ row: Int, than asOf: Instant) -> Bool {
    books.ledger.writtenAt(row).map { $0.isNewer(than: asOf) } ?? false
  }
}

/// Rows that a ledger handed over twice: one key, one content.
private enum RepeatedRows {
  static func find(in ledger: LedgerBook) -> [Bool] {
    var isRepeated = [Bool](repeating: false, count: ledger.count)
    var firstRow: [RowKey: Int32] = [:]
    guard ledger.ledgers.contains(where: \.hasRowID) else { return isRepeated }
    firstRow.reserveCapacity(ledger.count)
    for row in 0..<ledger.count where !ledger.rowID[row].isNone {
      let key = RowKey(ledger: ledger.ledger[row], row: ledger.rowID[row])
      if let other = firstRow[key] {
        isRepeated[row] = ledger.isSame(row, Int(other))
      } else {
        firstRow[key] = Int32(truncatingIfNeeded: row)
      }
    }
    return isRepeated
  }

  private struct RowKey: Hashable {
    let ledger: UInt16
    let row: RowID
  }
}

extension LedgerBook {
  /// Whether two rows say the same in every column.
  func isSame(_ left: Int, _ right: Int) -> Bool {
    transactionIDAsFound[left] == transactionIDAsFound[right]
      && originalTransactionID[left] == originalTransactionID[right]
      && lineItemID[left] == lineItemID[right] && user[left] == user[right]
      && accountToken[left] == accountToken[right] && product[left] == product[right]
      && environment[left] == environment[right] && state[left] == state[right]
      && quantity[left] == quantity[right] && amount[left] == amount[right]
      && currency[left] == currency[right] && purchaseTime[left] == purchaseTime[right]
      && grantedAt[left] == grantedAt[right] && expiresAt[left] == expiresAt[right]
      && isOutOfScope[left] == isOutOfScope[right]
  }
}
