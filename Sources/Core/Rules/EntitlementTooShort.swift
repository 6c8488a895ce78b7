import Matching
import Records

extension Rule {
  /// The ledger's access end lies before the store's.
  package static let entitlementTooShort = Rule(
    kind: .entitlementTooShort,
    question: "Does access last as long as was paid for?",
    weight: "loss while the customer lacks it, wrong before, notice when all is over",
    wakes: [.chainJudged]
  ) { group, circumstances in
    guard case .tooShort(let end, let entry) = group.accessDifference(circumstances),
      let given = entry.expiresAt
    else { return nil }
    let isOver = end <= circumstances.asOf
    let isLacking = given <= circumstances.asOf && group.purchase?.isShared == false
    return Answer(
      isOver ? .notice : (isLacking ? .loss : .wrong),
      "access ends on \(given.text), by the store's word on \(end.text)",
      suggestion: isOver ? "nothing: the time is over" : "set the end to the store's",
      amount: group.unknownStake,
      notes: group.familyNote)
  }
}
