import Matching
import Records

extension Rule {
  /// Fewer units than were paid for, but more than none.
  package static let quantityMismatch = Rule(
    kind: .quantityMismatch,
    question: "Were all units granted that were paid for?",
    weight: "loss",
    wakes: [.quantity]
  ) { group, circumstances in
    guard let purchase = group.purchase, group.access == nil, group.isJudged(circumstances),
      purchase.stands, circumstances.window.contains(purchase.date),
      purchase.date.map(circumstances.isSettled) ?? true,
      group.judged(asOf: circumstances.asOf).count == group.rows.count
    else { return nil }
    let leg = group.countingLeg(asOf: circumstances.asOf)
    guard leg.accounts.count == 1, let units = leg.units, units > 0, units < purchase.quantity
    else {
      return nil
    }
    return Answer(
      .loss, "\(units) of \(purchase.quantity) units paid for were granted",
      suggestion: "grant the other \(purchase.quantity - units)",
      amount: group.stake(units: purchase.quantity - units), notes: group.familyNote)
  }
}
