import AppStore
import Reconciliation
import Records
import RunStore

/// Which customers the state has seen up to now.
struct KnownCustomers {
  let state: JobState
  /// From when on notifications were read without a hole; nil where they were not.
  let sweptSince: Instant?

  /// All whom the state is behind with, and all of `others` whom it has not seen; without those who
  /// are asked by one of the ids `turn`.
  func unseen(
    among others: [HistorySeed], besides turn: Set<String>
  ) throws(SourceFailure) -> [HistorySeed] {
    let behind = try state.cursors(under: PullCursor.walks, below: sweptSince?.milliseconds)
      .map { HistorySeed(id: $0) }
    var unseen: [HistorySeed] = []
    for seed in behind + others {
      let root = try state.root(of: seed.id) ?? seed.id
      if !turn.contains(root), try !isSeen(root) { unseen.append(seed) }
    }
    return unseen
  }

  /// Whether a customer's history was read to its end, and notifications tell since then without a
  /// hole what has changed.
  private func isSeen(_ root: String) throws(SourceFailure) -> Bool {
    guard let sweptSince, let text = try state.cursor(PullCursor.walk(of: root)),
      let readAt = WalkState(text: text).readAt
    else { return false }
    return readAt >= sweptSince.milliseconds
  }
}
