import Matching
import Records

extension Rule {
  /// A purchase or row that the run could not see well enough to judge.
  package static let unverifiable = Rule(
    kind: .unverifiable,
    question: "Could everything be checked?",
    weight: "notice",
    wakes: [.noRow, .chainJudged]
  ) { group, circumstances in
    if let refusal = group.refusal {
      return Answer(
        .notice, "its signature was refused: \(refusal.reason)",
        suggestion: "ask the store again; do not believe this record")
    }
    if let difference = group.accessDifference(circumstances) {
      return difference.couldNotCheck
    }
    if group.purchase != nil, let blindSpot = group.blindSpot {
      return Answer(
        .notice, "could not be confirmed: \(blindSpot.reason)",
        suggestion: "run again; it is judged anew", amount: group.stake)
    }
    if group.purchase != nil {
      guard group.undelivered(circumstances) == .unseen else { return nil }
      let rows = group.neighbours.uncheckableRows.words
      return Answer(
        .notice, "row \(rows) may be its delivery and could not be checked",
        suggestion: "run again when the store can be asked", amount: group.stake)
    }
    guard group.isJudgedRow(circumstances), let blindSpot = group.blindSpot,
      group.idFault == nil, let row = group.rows.first
    else { return nil }
    return Answer(
      .notice, "could not check: \(blindSpot.reason)",
      suggestion: blindSpot.nature == .gap
        ? "run again when the store can be asked" : "no run can see this; check it by hand",
      amount: row.amount)
  }
}

extension AccessDifference {
  /// What cannot be known about an access end.
  fileprivate var couldNotCheck: Answer? {
    switch self {
    case .perhapsGrace(let entry):
      Answer(
        .notice,
        "could not check: access ends on \(entry.expiresAt?.text ?? "an unknown day") and a grace "
          + "period is possible that was not asked about",
        suggestion: "read the subscription's renewal information")
    case .noEnd:
      Answer(
        .notice, "could not check: the row does not say when access ends",
        suggestion: "write expires_at")
    case .tooLong, .tooShort:
      nil
    }
  }
}
