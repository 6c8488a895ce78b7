import Matching
import Records

extension Rule {
  /// Revoked at the store, still granted in the ledger.
  package static let refundNotApplied = Rule(
    kind: .refundNotApplied,
    question: "Was everything that the store revoked taken back?",
    weight: "loss; wrong for a past period or a family member's copy",
    wakes: [.revoked]
  ) { group, circumstances in
    guard let purchase = group.purchase, group.access == nil, group.isJudged(circumstances),
      purchase.isRevoked, let revokedAt = purchase.revokedAt,
      circumstances.window.contains(revokedAt), circumstances.isRefundSettled(revokedAt),
      !group.isBeingTakenBack(circumstances)
    else { return nil }
    let kept = group.grants(asOf: circumstances.asOf).filter { entry in
      entry.expiresAt.map { $0 > revokedAt } ?? true
    }
    guard !kept.isEmpty else { return nil }
    var notes = group.familyNote
    let leg = group.countingLeg(asOf: circumstances.asOf)
    let excess = (leg.units ?? leg.grants.count) - purchase.quantity
    if excess > 0 {
      notes.append(
        "\(excess) \(excess == 1 ? "unit" : "units") of these would be too many even without the refund"
      )
    }
    return Answer(
      group.weightOfKeeping(circumstances),
      "the store took it back on \(revokedAt.text) and it is still granted",
      suggestion: group.gives(circumstances) == .goods ? "take it back" : "end the access",
      amount: group.refunded, notes: notes)
  }
}

extension MatchGroup {
  /// Goods that were kept are lost; access that is over can only be noted.
  fileprivate func weightOfKeeping(_ circumstances: Circumstances) -> Severity {
    guard let purchase, !purchase.isShared else { return .wrong }
    if gives(circumstances) == .goods { return .loss }
    if let expires = purchase.expires, expires <= circumstances.asOf { return .wrong }
    return .loss
  }

  /// The part of the price that came back: all of it where the store names no percentage.
  fileprivate var refunded: Money? {
    guard let purchase, let stake, let percentage = purchase.revocationPercentage else {
      return stake
    }
    return stake.part(Int64(percentage), of: 100_000)
  }
}
