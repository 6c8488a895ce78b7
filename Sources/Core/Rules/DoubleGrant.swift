import Matching
import Records

extension Rule {
  /// More units than were paid for, to one account.
  package static let doubleGrant = Rule(
    kind: .doubleGrant,
    question: "Was nothing granted more often than it was paid for?",
    weight: "loss; notice where it only writes a flag again",
    wakes: [.severalRows, .quantity, .legsDiffer]
  ) { group, circumstances in
    guard let excess = group.excess(circumstances), excess.accounts.count == 1 else { return nil }
    let isGoods = group.gives(circumstances) == .goods && group.purchase?.isShared == false
    let given = "\(excess.units) \(excess.units == 1 ? "unit" : "units")"
    return Answer(
      isGoods ? .loss : .notice, "\(given) granted for \(excess.paid) paid",
      suggestion: isGoods
        ? "take back \(excess.units - excess.paid), or accept it as given"
        : "nothing was given away; make the row unique",
      amount: group.stake(units: excess.units - excess.paid), notes: group.familyNote)
  }
}

/// More units than were paid for.
struct Excess {
  let units: Int
  let paid: Int
  let accounts: [String]
}

extension MatchGroup {
  /// The units beyond those paid for; nil where there are none, or where the purchase was revoked
  /// and everything that stands is too much.
  func excess(_ circumstances: Circumstances) -> Excess? {
    guard let purchase, access == nil, isJudged(circumstances), !purchase.isRevoked,
      circumstances.window.contains(purchase.date), !isBeingTakenBack(circumstances)
    else { return nil }
    let leg = countingLeg(asOf: circumstances.asOf)
    guard let units = leg.units, units > purchase.quantity else { return nil }
    return Excess(units: units, paid: purchase.quantity, accounts: leg.accounts)
  }
}
