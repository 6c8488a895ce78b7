import Records

/// The ledger rows that no purchase explains, and what may stand behind them.
struct Unexplained: Sendable {
  /// The rows in scope that found no purchase.
  let rows: [Int32]
  private let tied: Tied
  private let circumstances: Circumstances
  private let gaps: GapIndex
  private let typeOfProduct: [ProductID: ProductType]
  private let roundedFrom: [RoundedID: [Int32]]
  private let standing: Set<Int32>
  private let oldestRecord: Instant?

  init(_ tied: Tied, _ circumstances: Circumstances) {
    self.tied = tied
    self.circumstances = circumstances
    let ledger = tied.books.ledger
    rows = (0..<ledger.count).filter {
      tied.purchaseOfRow[$0] < 0 && tied.chainOfRow[$0] < 0 && !ledger.isOutOfScope[$0]
        && !tied.isRepeatedRow[$0]
    }.map { Int32(truncatingIfNeeded: $0) }
    // Who calls the files complete answers for what their kind never shows.
    gaps = GapIndex(
      circumstances.gaps.filter { $0.nature == .gap || !circumstances.isStoreComplete })
    typeOfProduct = Self.types(tied, circumstances)
    roundedFrom = Self.rounded(rows, tied)
    standing = Self.standing(rows, tied)
    oldestRecord = (0..<tied.purchases.count).compactMap { tied.purchases.date[$0].instant }.min()
  }

  /// Whether the row gives something and no later row takes it back.
  func isStanding(_ row: Int) -> Bool {
    tied.books.ledger.state[row] == .granted
      && (tied.books.ledger.shape(row).rows == .state || standing.contains(Int32(row)))
  }

  /// What is wrong with the id of a row; nil if it may be an id of the store.
  func idFault(of row: Int) -> IDFault? {
    let texts = tied.books.texts
    let id = texts.utf8(tied.books.ledger.transactionID[row].text)
    if let fault = IDFault(id) { return fault }
    guard let rounded = RoundedID(id), let candidates = roundedFrom[rounded] else { return nil }
    let likely = candidates.filter { isSameSale(row, Int($0)) }
      .map { tied.books.store.transactionID[Int(tied.states.deciding[Int($0)])].text }
    return likely.min(by: texts.isLower).map { .rounded(from: texts.string($0)) }
  }

  /// What the store's side could not see of a row; nil if its absence is evidence.
  func blindSpot(of row: Int) -> Gap? {
    if let gap = gap(of: row) { return gap }
    if circumstances.isStoreComplete || circumstances.isAskedDirectly { return nil }
    guard let oldestRecord else {
      return Gap(nature: .limit, reason: "the store's files hold no transaction")
    }
    guard let written = tied.books.ledger.writtenAt(row) else {
      return Gap(
        nature: .limit, reason: "the row has no time and the store's files may begin later")
    }
    guard written < oldestRecord else { return nil }
    var limit = Gap(
      nature: .limit,
      reason: "older than the oldest record of the store's files, which nobody called complete")
    limit.to = oldestRecord
    return limit
  }

  private func gap(of row: Int) -> Gap? {
    guard !gaps.isEmpty else { return nil }
    let ledger = tied.books.ledger
    let texts = tied.books.texts
    return gaps.first(
      transaction: texts.string(ledger.transactionID[row].text),
      users: [texts.string(ledger.user[row].text), texts.string(ledger.account[row].text)]
    ) { covers($0, row) }
  }

  private func covers(_ gap: Gap, _ row: Int) -> Bool {
    let ledger = tied.books.ledger
    if let user = gap.userID, excludes(ledger.user[row].text, user),
      excludes(ledger.account[row].text, user)
    {
      return false
    }
    if let id = gap.transactionID, excludes(ledger.transactionID[row].text, id) { return false }
    let original = ledger.originalTransactionID[row].text
    if let id = gap.originalTransactionID, excludes(original, id) { return false }
    let product = tied.productNames.storeName(of: ledger.product[row])
    if let type = gap.productType, let known = typeOfProduct[product], known != type {
      return false
    }
    return Window(start: gap.from, end: gap.to).contains(ledger.writtenAt(row))
  }

  /// Whether a fact of a row is known and is not the one that a gap names.
  private func excludes(_ fact: Text, _ named: String) -> Bool {
    !fact.isEmpty && tied.books.texts.string(fact) != named
  }

  private func isSameSale(_ row: Int, _ transaction: Int) -> Bool {
    let record = Int(tied.states.deciding[transaction])
    let ledger = tied.books.ledger
    guard tied.productNames.storeName(of: ledger.product[row]) == tied.books.store.productID[record]
    else { return false }
    guard let time = ledger.purchaseTime[row].instant,
      let date = tied.books.store.purchaseDate[record].instant
    else { return true }
    return time.distance(to: date) <= UInt64(Milliseconds.hour)
  }

  private static func types(
    _ tied: Tied, _ circumstances: Circumstances
  ) -> [ProductID: ProductType] {
    var types: [ProductID: ProductType] = [:]
    var contested: Set<ProductID> = []
    for purchase in 0..<tied.purchases.count where tied.purchases.type[purchase] != .unknown {
      let product = tied.books.store.productID[tied.record(of: purchase)]
      let type = tied.purchases.type[purchase]
      if types.updateValue(type, forKey: product) ?? type != type { contested.insert(product) }
    }
    // The store calls it two things: then its type is not known.
    for product in contested { types[product] = nil }
    for (product, entry) in circumstances.products.entries {
      if let text = tied.books.texts.find(product), let type = entry.type {
        types[ProductID(text)] = type
      }
    }
    return types
  }

  private static func rounded(_ rows: [Int32], _ tied: Tied) -> [RoundedID: [Int32]] {
    let texts = tied.books.texts
    var wanted: Set<RoundedID> = []
    for row in rows {
      let id = tied.books.ledger.transactionID[Int(row)].text
      if let rounded = RoundedID(texts.utf8(id)) { wanted.insert(rounded) }
    }
    guard !wanted.isEmpty else { return [:] }
    var found: [RoundedID: [Int32]] = [:]
    for transaction in tied.states.deciding.indices {
      let id = tied.books.store.transactionID[Int(tied.states.deciding[transaction])].text
      guard let rounded = RoundedID(texts.utf8(id)), wanted.contains(rounded) else { continue }
      found[rounded, default: []].append(Int32(truncatingIfNeeded: transaction))
    }
    return found
  }

  /// The granted events that no later event of the same id and account takes back.
  private static func standing(_ rows: [Int32], _ tied: Tied) -> Set<Int32> {
    let entries = EntryBuilder(tied)
    let ledger = tied.books.ledger
    var byID: [EventKey: [Int32]] = [:]
    for row in rows where ledger.shape(Int(row)).rows == .events {
      let key = EventKey(
        id: ledger.transactionID[Int(row)].text, role: ledger.shape(Int(row)).role)
      byID[key, default: []].append(row)
    }
    var standing: Set<Int32> = []
    for (key, group) in byID {
      if key.id.isEmpty {
        standing.formUnion(group.filter { ledger.state[Int($0)] == .granted })
      } else {
        let leg = Leg(entries.entries(group))
        standing.formUnion(leg.grants.map { Int32(truncatingIfNeeded: $0.place) })
      }
    }
    return standing
  }
}

/// Whose events may cancel each other: those of one id on one side.
private struct EventKey: Hashable {
  let id: Text
  let role: LedgerRole
}

/// How many granted rows in scope have an id that is none.
package struct FaultCounts: Sendable {
  /// The granted rows in scope.
  package var granted = 0
  /// Those whose id is none of the store's.
  package var bad = 0
  /// Those whose id is one of the store's only after rounding.
  package var rounded = 0
  /// Those whose id a spreadsheet wrote as a number.
  package var exponent = 0
  /// The lowest of the bad ids.
  package var example = ""
}

extension Match {
  /// Counts the granted rows whose id is none of the store's.
  package func faultCounts() -> FaultCounts {
    let ledger = tied.books.ledger
    var counts = FaultCounts()
    for row in 0..<ledger.count where ledger.state[row] == .granted && !ledger.isOutOfScope[row] {
      counts.granted += 1
    }
    var examples: [String] = []
    for number in unexplained.rows where ledger.state[Int(number)] == .granted {
      let row = Int(number)
      let id = tied.books.texts.utf8(ledger.transactionID[row].text)
      guard let fault = unexplained.idFault(of: row) else { continue }
      counts.bad += 1
      if fault == .exponent { counts.exponent += 1 }
      if case .rounded = fault { counts.rounded += 1 }
      examples.append(String(decoding: id, as: UTF8.self))
    }
    counts.example = examples.min() ?? ""
    return counts
  }
}
