import Matching
import Records

extension Rule {
  /// A granted row whose id is no id of the store, so that it can never be checked.
  package static let badLedgerRow = Rule(
    kind: .badLedgerRow,
    question: "Can every granted row be checked by its id?",
    weight: "wrong",
    wakes: []
  ) { group, circumstances in
    guard group.isJudgedRow(circumstances), let fault = group.idFault, let row = group.rows.first
    else { return nil }
    var notes: [String] = []
    if case .rounded(let id) = fault { notes.append("candidate: \(id)") }
    return Answer(
      .wrong, fault.words, suggestion: "write the store's transaction id as text",
      amount: row.amount, notes: notes)
  }
}
