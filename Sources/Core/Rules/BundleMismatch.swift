import Matching
import Records

extension Rule {
  /// A valid transaction of another app was granted here.
  package static let bundleMismatch = Rule(
    kind: .bundleMismatch,
    question: "Does every grant's purchase belong to this app?",
    weight: "loss",
    wakes: [.foreignRow]
  ) { group, circumstances in
    guard let purchase = group.purchase, purchase.conflict == nil,
      group.blindSpot == nil,
      purchase.bundleID != circumstances.bundleID, circumstances.window.contains(purchase.date),
      group.misplaced(circumstances).contains(where: { $0.tie == .otherBundle })
    else { return nil }
    return Answer(
      .loss, "the transaction belongs to \(purchase.bundleID); nothing was bought in this app",
      suggestion: "take it back, and compare the bundle id where transactions are verified",
      amount: group.unknownStake)
  }
}
