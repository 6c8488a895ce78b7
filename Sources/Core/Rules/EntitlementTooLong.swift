import Matching
import Records

extension Rule {
  /// The ledger's access end lies after the store's.
  package static let entitlementTooLong = Rule(
    kind: .entitlementTooLong,
    question: "Does no access outlast what was paid for?",
    weight: "loss while it lasts; wrong when it is over or for a family member",
    wakes: [.chainJudged]
  ) { group, circumstances in
    guard case .tooLong(let end, let entry) = group.accessDifference(circumstances),
      let given = entry.expiresAt
    else { return nil }
    let isLasting = given > circumstances.asOf && end <= circumstances.asOf
    let isShared = group.purchase?.isShared == true
    return Answer(
      isLasting && !isShared ? .loss : .wrong,
      "access ends on \(given.text), by the store's word on \(end.text)",
      suggestion: "set the end to the store's", amount: group.unknownStake, notes: group.familyNote)
  }
}
