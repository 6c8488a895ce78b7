import Matching
import Records

extension Rule {
  /// One purchase, standing grants to more than one account.
  package static let crossAccountGrant = Rule(
    kind: .crossAccountGrant,
    question: "Was each purchase granted to one account only?",
    weight: "loss; wrong where it gives access",
    wakes: [.severalRows, .legsDiffer, .chainJudged]
  ) { group, circumstances in
    guard let purchase = group.purchase else { return nil }
    if group.access != nil { return group.sharedAccess(circumstances) }
    guard group.isJudged(circumstances), !purchase.isRevoked,
      circumstances.window.contains(purchase.date), !group.isBeingTakenBack(circumstances)
    else { return nil }
    let leg = group.countingLeg(asOf: circumstances.asOf)
    guard leg.accounts.count > 1 else { return nil }
    let excess = max((leg.units ?? leg.grants.count) - purchase.quantity, leg.accounts.count - 1)
    let isGoods = group.gives(circumstances) == .goods && !purchase.isShared
    return Answer(
      isGoods ? .loss : .wrong,
      "one purchase was granted to \(leg.accounts.count) accounts: \(leg.accounts.joined(separator: ", "))",
      suggestion: "find out whose it is and take it back from the others",
      amount: group.stake(units: excess), notes: group.familyNote)
  }
}

extension MatchGroup {
  /// One subscription that gives access to two accounts now.
  fileprivate func sharedAccess(_ circumstances: Circumstances) -> Answer? {
    guard isJudged(circumstances) else { return nil }
    let now = grants(asOf: circumstances.asOf).filter {
      $0.expiresAt.map { $0 > circumstances.asOf } ?? true
    }
    let accounts = now.accounts
    guard accounts.count > 1 else { return nil }
    return Answer(
      .wrong,
      "one subscription gives access to \(accounts.count) accounts: \(accounts.joined(separator: ", "))",
      suggestion: "find out whose it is and end the access of the others", amount: stake,
      notes: familyNote)
  }
}
