import Matching
import Records
import Rules

/// The one class of a purchase and of each of its rows.
struct Classification {
  let circumstances: Circumstances

  /// The class of the purchase of a group.
  func storeClass(_ group: MatchGroup) -> StoreClass {
    guard let purchase = group.purchase else { return .couldNotCheck }
    if purchase.bundleID != circumstances.bundleID { return .otherBundle }
    if purchase.environment != circumstances.environment { return .otherEnvironment }
    if purchase.conflict != nil { return .conflicting }
    if group.blindSpot != nil || group.isShapeUnknown { return .couldNotCheck }
    if purchase.isRevoked {
      let isInside =
        circumstances.window.contains(purchase.revokedAt)
        || circumstances.window.contains(purchase.date)
      return isInside ? .revoked : .excluded
    }
    if !circumstances.window.contains(purchase.date) { return .excluded }
    if let undelivered = group.undelivered(circumstances) { return storeClass(undelivered) }
    return standingClass(group, purchase)
  }

  /// The class of a purchase for which nothing stands.
  func storeClass(_ undelivered: Undelivered) -> StoreClass {
    switch undelivered {
    case .tooFresh, .newerRow, .withheld, .awaitingClient: .inFlight
    case .family: .excluded
    case .takenBack, .unfinished, .missed: .missed
    case .unseen: .couldNotCheck
    }
  }

  private func standingClass(_ group: MatchGroup, _ purchase: Purchase) -> StoreClass {
    let grants = group.grants(asOf: circumstances.asOf)
    if grants.isEmpty { return purchase.isSuperseded ? .superseded : .inFlight }
    guard let credits = group.credits(asOf: circumstances.asOf), credits.isEmpty,
      purchase.stands, group.isJudged(circumstances)
    else { return .matched }
    let isSettled = purchase.date.map(circumstances.isSettled) ?? true
    let hasNewer = group.judged(asOf: circumstances.asOf).count < group.rows.count
    return isSettled && !hasNewer && !credits.isWithheld ? .missed : .inFlight
  }

  /// The class of each row of a purchase's group, beside its entry.
  func rowClasses(_ group: MatchGroup) -> [(GrantEntry, LedgerClass)] {
    let surplus = self.surplus(group)
    return group.rows.map { ($0, rowClass($0, group, isSurplus: surplus.contains($0.place))) }
  }

  private func rowClass(
    _ row: GrantEntry, _ group: MatchGroup, isSurplus: Bool
  ) -> LedgerClass {
    if row.isNewer(than: circumstances.asOf) { return .inFlight }
    if row.tie == .otherBundle { return .unknown }
    let claimed = row.environment ?? circumstances.environment
    if claimed != circumstances.environment || row.tie == .otherEnvironment {
      return .otherEnvironment
    }
    if let state = Self.classOfState[row.state] { return state }
    guard let purchase = group.purchase else { return .couldNotCheck }
    if purchase.conflict != nil || group.blindSpot != nil || group.isShapeUnknown {
      return .couldNotCheck
    }
    let isInside =
      circumstances.window.contains(purchase.date)
      || (purchase.isRevoked && circumstances.window.contains(purchase.revokedAt))
    guard isInside else { return .excluded }
    return isSurplus ? .extra : .matched
  }

  private static let classOfState: [GrantState: LedgerClass] = [
    .pending: .pending, .failed: .failed, .withheld: .withheld, .refunded: .reversal,
  ]

  /// The rows beyond the units paid for, on each side by itself.
  private func surplus(_ group: MatchGroup) -> Set<Int> {
    guard let purchase = group.purchase, group.access == nil else { return [] }
    let legs = [group.orders(asOf: circumstances.asOf), group.credits(asOf: circumstances.asOf)]
    var surplus: Set<Int> = []
    for leg in legs.compactMap(\.self) {
      var units = 0
      for grant in leg.grants.sorted(by: { $0.order < $1.order }) {
        if units >= purchase.quantity { surplus.insert(grant.place) }
        units += grant.quantity ?? 1
      }
    }
    return surplus
  }

  /// The class of a row that no purchase explains.
  func rowClass(unexplained group: MatchGroup, isStanding: Bool) -> LedgerClass {
    guard let row = group.rows.first else { return .excluded }
    if row.isNewer(than: circumstances.asOf) { return .inFlight }
    let claimed = row.environment ?? circumstances.environment
    if claimed != circumstances.environment { return .otherEnvironment }
    if let state = Self.classOfState[row.state] { return state }
    if !circumstances.window.contains(row.writtenAt) { return .excluded }
    if !isStanding { return .reversal }
    if group.idFault != nil { return .bad }
    return group.blindSpot == nil ? .unknown : .couldNotCheck
  }
}

extension GrantEntry {
  fileprivate var order: Int64 { writtenAt?.milliseconds ?? .min }
}
