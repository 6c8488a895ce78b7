package import Records

/// Makes match groups on demand out of the tied books.
struct GroupBuilder {
  let tied: Tied
  let looseRows: LooseRows
  let circumstances: Circumstances
  let observations: LedgerObservations
  let unexplained: Unexplained
  let sharedChains: Set<Int32>
  let knownWrongOwners: Set<Int32>
  let repeated: [Int32: Int32]
  let hasCredits: Bool

  /// The group of a purchase.
  func group(ofPurchase number: Int) -> MatchGroup {
    var group = MatchGroup(
      purchase: PurchaseBuilder(tied: tied).purchase(number),
      rows: entries(tied.rows[number]), hasCredits: hasCredits)
    group.neighbours = neighbours(of: number)
    group.isShapeUnknown = tied.chains.ofPurchase[number] >= 0 && observations.looksLikeEntitlement
    group.blindSpot = doubt(about: group)
    group.workOutSides(asOf: circumstances.asOf)
    return group
  }

  /// The group of a chain that is judged by its end of access.
  func group(ofChain chain: Int, _ accesses: AccessChains) -> MatchGroup {
    var purchase = PurchaseBuilder(tied: tied).purchase(accesses.newestPeriod(of: chain))
    let first = tied.books.texts.string(tied.chains.firstOriginal[chain].text)
    let record = tied.record(of: accesses.newestPeriod(of: chain))
    let holder = tied.books.texts.string(tied.books.store.appTransactionID[record].text)
    purchase.key =
      "chain/\(first.isEmpty ? purchase.transactionID : first)"
      + (purchase.isShared ? "/shared/\(holder)" : "")
    purchase.isLaterPeriod = tied.chains.purchases[chain].count > 1
    var group = MatchGroup(
      purchase: purchase, rows: entries(accesses.rows[chain]),
      hasCredits: hasCredits)
    let access = accesses.access(of: chain)
    group.purchase?.transactionIDs = access.chainIDs
    group.access = access
    group.blindSpot = doubt(about: group)
    group.workOutSides(asOf: circumstances.asOf)
    return group
  }

  /// The group of a row that no purchase explains.
  func group(ofRow row: Int) -> MatchGroup {
    let number = Int32(truncatingIfNeeded: row)
    var group = MatchGroup(
      purchase: nil, rows: EntryBuilder(tied).entries([number]), hasCredits: hasCredits)
    group.idFault = unexplained.idFault(of: row)
    group.blindSpot = doubt(about: group) ?? unexplained.blindSpot(of: row)
    group.workOutSides(asOf: circumstances.asOf)
    return group
  }

  /// The entries of rows; where a ledger's environments are reversed its claims are not believed.
  private func entries(_ rows: ArraySlice<Int32>) -> [GrantEntry] {
    let entries = EntryBuilder(tied).entries(rows)
    guard !observations.reversedEnvironments.isEmpty else { return entries }
    return entries.map { entry in
      let isReversed = observations.reversedEnvironments
        .contains(tied.books.ledger.ledger[entry.place])
      guard isReversed, entry.tie == .otherEnvironment else { return entry }
      var entry = entry
      let purchase = Int(tied.purchaseOfRow[entry.place])
      let environment = tied.books.store.environment[tied.record(of: purchase)]
      entry.environment = tied.books.texts.string(environment.text)
      entry.tie = .id
      return entry
    }
  }

  private func doubt(about group: MatchGroup) -> Gap? {
    guard !circumstances.doubts.isEmpty else { return nil }
    let ids = group.purchase?.transactionIDs ?? group.rows.map(\.idAsFound)
    for id in ids {
      if let gap = circumstances.doubts[id] { return gap }
    }
    return nil
  }

  private func neighbours(of number: Int) -> Neighbours {
    var neighbours = Neighbours()
    let chain = tied.chains.ofPurchase[number]
    if tied.rows.count(of: number) == 0 { looseRows.name(rowsOf: number, in: &neighbours) }
    if chain >= 0, sharedChains.contains(chain) {
      let periods = tied.chains.purchases[Int(chain)]
      if periods.first.map(Int.init) == number { neighbours.chainAccounts = accounts(of: periods) }
    }
    neighbours.isOwnerKnownWrong = knownWrongOwners.contains(Int32(truncatingIfNeeded: number))
    if let other = repeated[Int32(truncatingIfNeeded: number)] {
      neighbours.repeatOf = tied.books.texts.string(tied.name(other))
    }
    neighbours.isTimeColumnWrong = tied.rows[number].contains {
      observations.wrongTimeColumns.contains(tied.books.ledger.ledger[Int($0)])
    }
    return neighbours
  }

  private func accounts(of periods: [Int32]) -> [String] {
    let accounts = periods.flatMap { period in
      tied.rows[Int(period)].map { tied.books.ledger.account[Int($0)].text }
    }
    return Set(accounts).subtracting([.empty]).map(tied.books.texts.string).sorted()
  }
}

extension Tied {
  /// A row without a key, by what it says.
  func describe(_ row: Int) -> String {
    let id = books.texts.string(books.ledger.transactionIDAsFound[row])
    return "\(id.isEmpty ? "no id" : id) of \(books.texts.string(books.ledger.user[row].text))"
  }
}

extension Gap {
  /// What a ledger that does not keep periods cannot show.
  package static var shapeOfLedger: Gap {
    var gap = Gap(
      nature: .limit, reason: "the ledger does not show which row means which period")
    gap.productType = .autoRenewable
    return gap
  }
}
