import Matching
import Records

extension Rule {
  /// Paid or entitled, settled, standing, and nothing in the ledger.
  package static let missedDelivery = Rule(
    kind: .missedDelivery,
    question: "Was every purchase that stands granted in time?",
    weight: "loss; wrong where nothing was paid",
    wakes: [.noRow, .otherState, .quantity, .legsDiffer, .chainJudged, .newerRow]
  ) { group, circumstances in
    guard group.undelivered(circumstances) == .missed else { return nil }
    if let access = group.access {
      return Answer(
        group.weightOfAbsence, "the subscription gives access now and the ledger does not",
        suggestion: "give access until \(access.end?.text ?? "its end")", amount: group.stake,
        notes: group.familyNote)
    }
    let neighbours = group.neighbours
    var notes = group.familyNote
    if group.purchase?.accountToken == nil {
      notes.append("no account token: the owner is unknown to the store")
    }
    if !neighbours.likelyOrders.isEmpty {
      notes.append("likely its order: row \(neighbours.likelyOrders.words)")
    }
    if !neighbours.roundedRows.isEmpty {
      notes.append(
        "row \(neighbours.roundedRows.words) may be its delivery: its id looks rounded"
      )
    }
    if !neighbours.possibleFixes.isEmpty {
      notes.append(
        "may have been settled by hand: row \(neighbours.possibleFixes.words)")
    }
    return Answer(
      group.weightOfAbsence, "it was paid for and nothing was granted",
      suggestion: neighbours.possibleFixes.isEmpty && neighbours.roundedRows.isEmpty
        ? "grant it, keyed by its transaction id" : "look at the rows named before granting it",
      amount: group.stake, notes: notes)
  }
}
