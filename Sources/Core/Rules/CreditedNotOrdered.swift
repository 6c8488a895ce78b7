import Matching
import Records

extension Rule {
  /// A credit with a store id and no order.
  package static let creditedNotOrdered = Rule(
    kind: .creditedNotOrdered,
    question: "Does every credit with a store id have an order?",
    weight: "wrong",
    wakes: [.legsDiffer, .otherState]
  ) { group, circumstances in
    guard group.isTwoSided(circumstances),
      let credits = group.credits(asOf: circumstances.asOf), !credits.isEmpty,
      group.orders(asOf: circumstances.asOf).rows.isEmpty
    else { return nil }
    return Answer(
      .wrong, "the credit log shows it and no order does", suggestion: "write the missing order",
      amount: group.stake, notes: group.familyNote)
  }
}
