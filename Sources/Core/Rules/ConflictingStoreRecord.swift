import Matching
import Records

extension Rule {
  /// The store contradicts itself about a purchase, so nothing else is said of it.
  package static let conflictingStoreRecord = Rule(
    kind: .conflictingStoreRecord,
    question: "Does the store say one thing about each purchase?",
    weight: "wrong",
    wakes: [.conflicting]
  ) { group, circumstances in
    guard let purchase = group.purchase, let conflict = purchase.conflict,
      group.blindSpot == nil,
      group.isOurs(circumstances), group.access == nil,
      circumstances.window.contains(purchase.date)
    else { return nil }
    return Answer(
      .wrong, conflict, suggestion: "ask the store about it by its id", amount: group.stake)
  }
}
