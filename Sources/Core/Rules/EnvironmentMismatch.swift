import Matching
import Records

extension Rule {
  /// A grant claims another environment than its purchase's: a test purchase moved real goods.
  package static let environmentMismatch = Rule(
    kind: .environmentMismatch,
    question: "Does every grant stand in its purchase's environment?",
    weight: "loss",
    wakes: [.foreignRow]
  ) { group, circumstances in
    guard let purchase = group.purchase, purchase.conflict == nil,
      group.blindSpot == nil,
      purchase.bundleID == circumstances.bundleID, circumstances.window.contains(purchase.date)
    else { return nil }
    let rows = group.misplaced(circumstances).filter { $0.tie == .otherEnvironment }
    guard let row = rows.first else { return nil }
    let claimed = row.environment ?? circumstances.environment
    return Answer(
      .loss, "a \(purchase.environment) purchase was granted as \(claimed)",
      suggestion: "take it back, or list the account under rules.sandboxUsers",
      amount: group.unknownStake)
  }
}
