import Matching
import Records
import Rules

/// What a run adds up while it judges.
struct Tally {
  var findings: [Finding] = []
  var notices: [Notice] = []
  private(set) var totals: ControlTotals
  private(set) var blindSpots: [Gap] = []
  private(set) var counts: [Gap.Name: Int] = [:]
  private var unknownQuantities = 0
  private var waitingWithoutID = 0

  init(_ match: Match) {
    totals = ControlTotals(
      store: SideTotals(match.storeIntake), ledger: SideTotals(match.ledgerIntake))
  }

  /// A purchase with one granted row on each side and nothing to say about it.
  mutating func addClean(_ purchase: Int, _ match: Match) {
    totals.store.add(.matched, match.money(ofPurchase: purchase))
    for row in match.rows(ofPurchase: purchase) {
      totals.ledger.add(.matched, match.money(ofRow: Int(row)))
    }
  }

  mutating func add(_ purchase: Int, _ name: StoreClass, _ match: Match) {
    totals.store.add(name, match.money(ofPurchase: purchase))
  }

  mutating func add(row: Int, _ name: LedgerClass, _ match: Match) {
    totals.ledger.add(name, match.money(ofRow: row))
  }

  /// One purchase or row more that a gap or limit made unverifiable.
  mutating func count(_ gap: Gap) {
    if counts[gap.name] == nil { blindSpots.append(gap) }
    counts[gap.name, default: 0] += 1
  }

  /// Adds what belongs to no purchase of its own: repeats, aliases, refused records, rows out of
  /// scope or read twice.
  mutating func addRest(_ match: Match) {
    match.eachRepeatedRecord { kind, money in
      switch kind {
      case .duplicate: totals.store.add(.duplicate, money)
      case .olderState: totals.store.add(.olderState, money)
      case .alias: totals.store.add(.alias, money)
      case .refused: totals.store.add(.couldNotCheck, money)
      }
    }
    match.eachRowOutside { isRepeated, money in
      totals.ledger.add(isRepeated ? .duplicate : .excluded, money)
    }
  }

  mutating func notice(unknownQuantity group: MatchGroup, _ circumstances: Circumstances) {
    guard let purchase = group.purchase, purchase.quantity > 1,
      group.isJudged(circumstances), purchase.stands
    else { return }
    let leg = group.countingLeg(asOf: circumstances.asOf)
    if leg.grants.count == 1, leg.units == nil { unknownQuantities += 1 }
  }

  mutating func notice(pending group: MatchGroup) {
    guard let row = group.rows.first, row.state == .pending, row.idAsFound.isEmpty else { return }
    waitingWithoutID += 1
  }

  /// A record that was refused, with the rows that carry its id, under the gap that it left.
  mutating func count(refused group: MatchGroup, _ circumstances: Circumstances) {
    guard let refusal = group.refusal,
      let gap = circumstances.gaps.first(where: { $0.isOf(refusal) })
    else { return }
    for _ in 0...group.rows.count { count(gap) }
  }

  mutating func notice(products: [(product: String, count: Int)], _ circumstances: Circumstances) {
    for (product, count) in products {
      notices.append(
        Notice(
          kind: "unlisted-product", transactionID: "", environment: circumstances.environment,
          productID: product, userIDs: [],
          words: "\(count) purchases of a product that the job does not list"))
    }
  }

  mutating func notice(repeated row: GrantEntry, _ circumstances: Circumstances) {
    notices.append(
      Notice(
        kind: "duplicate-input-row", transactionID: row.idAsFound,
        environment: row.environment ?? circumstances.environment, productID: row.product,
        userIDs: [row.user], words: "row \(row.name ?? "") was read twice"))
  }

  /// What is said once about many.
  func messages(_ circumstances: Circumstances) -> [String] {
    var messages: [String] = []
    if unknownQuantities > 0 {
      messages.append(
        "\(unknownQuantities) purchases of several units have one row without a quantity: whether "
          + "all units were given is not observable")
    }
    if waitingWithoutID > 0 {
      messages.append("\(waitingWithoutID) pending rows have no transaction id yet")
    }
    let allowed = notices.filter { $0.kind == "allowed-sandbox" }.count
    if allowed > 0 {
      messages.append(
        "\(allowed) sandbox purchases were granted to accounts in rules.sandboxUsers")
    }
    return messages
  }
}

extension Gap {
  /// Whether the gap is the one that a refused record left.
  fileprivate func isOf(_ refusal: Refusal) -> Bool {
    guard reason.hasSuffix(refusal.reason) else { return false }
    return transactionID == refusal.name
      || (transactionID == nil && originalTransactionID == refusal.originalTransactionID)
  }
}
