import Matching
import Records

extension Rule {
  /// The ledger took back what the store's purchase still stands for, also after a refund that
  /// was reversed.
  package static let refundWithoutRevocation = Rule(
    kind: .refundWithoutRevocation,
    question: "Does the store agree with everything that was taken back?",
    weight: "loss; wrong where nothing was paid",
    wakes: [.otherState, .chainJudged]
  ) { group, circumstances in
    guard group.undelivered(circumstances) == .takenBack else { return nil }
    return Answer(
      group.weightOfAbsence, "the ledger took it back and the store's purchase stands",
      suggestion: "give it again", amount: group.stake, notes: group.familyNote)
  }
}
