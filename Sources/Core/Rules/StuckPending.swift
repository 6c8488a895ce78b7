import Matching
import Records

extension Rule {
  /// As a missed delivery, but a row waits or failed: the repair is to finish that row.
  package static let stuckPending = Rule(
    kind: .stuckPending,
    question: "Was every order that was paid for finished?",
    weight: "loss; wrong where nothing was paid",
    wakes: [.otherState, .chainJudged]
  ) { group, circumstances in
    guard group.undelivered(circumstances) == .unfinished else { return nil }
    return Answer(
      group.weightOfAbsence, "it was paid for and its order was never finished",
      suggestion: "finish the order", amount: group.stake, notes: group.familyNote)
  }
}
