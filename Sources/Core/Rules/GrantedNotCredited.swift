import Matching
import Records

extension Rule {
  /// The order says granted, the wallet's own log shows nothing.
  package static let grantedNotCredited = Rule(
    kind: .grantedNotCredited,
    question: "Did every granted order reach the wallet?",
    weight: "loss; wrong where nothing was paid",
    wakes: [.legsDiffer, .otherState, .quantity]
  ) { group, circumstances in
    guard group.isTwoSided(circumstances), let purchase = group.purchase, purchase.stands,
      let credits = group.credits(asOf: circumstances.asOf), credits.isEmpty, !credits.isWithheld,
      !group.orders(asOf: circumstances.asOf).isEmpty
    else { return nil }
    return Answer(
      group.weightOfAbsence, "the order says granted and the credit log shows nothing",
      suggestion: "credit it, keyed by its transaction id", amount: group.stake,
      notes: group.familyNote)
  }
}
