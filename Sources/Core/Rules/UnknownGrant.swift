import Matching
import Records

extension Rule {
  /// Granted, and the store knows no such purchase.
  package static let unknownGrant = Rule(
    kind: .unknownGrant,
    question: "Does the store know a purchase for every grant?",
    weight: "loss",
    wakes: []
  ) { group, circumstances in
    guard group.isJudgedRow(circumstances), group.blindSpot == nil, group.idFault == nil,
      let row = group.rows.first
    else { return nil }
    return Answer(
      .loss, "it was granted and the store knows no such purchase",
      suggestion: "find out who reported it; take it back", amount: row.amount)
  }
}
