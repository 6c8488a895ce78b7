import AppStore
import JobFile
import Matching
import Reconciliation
import RunStore

/// How often a pull is going to ask, as far as that can be told before it begins.
struct PullCounts {
  let job: Job
  let pull: StorePull
  /// What earlier runs remember; nil before the first one.
  let state: JobState?

  /// At least a call for each window of notifications, and one for each customer who is not seen.
  func counts(of seeds: [Seed]) throws(SourceFailure) -> [PullForecast.Count] {
    var counts: [PullForecast.Count] = []
    if let days = job.store.pull.notificationDays {
      let windows = try pull.notificationWindows(firstDays: days)
      counts.append(.init(endpoint: "notifications", calls: windows))
    }
    if job.store.pull.readsHistory {
      counts.append(.init(endpoint: "history", calls: try unseen(seeds)))
    }
    return counts
  }

  private func unseen(_ seeds: [Seed]) throws(SourceFailure) -> Int {
    guard let state else { return seeds.count }
    let since = try state.cursor(PullCursor.sweptSince).flatMap(Int64.init)
    var ids = Set(try state.cursors(under: PullCursor.walks, below: since))
    for seed in seeds where try !Self.isSeen(seed.id, since: since, state) { ids.insert(seed.id) }
    return ids.count
  }

  /// Whether a customer's history was read to its end, and notifications tell since then without a
  /// hole what has changed.
  static func isSeen(
    _ id: String, since: Int64?, _ state: JobState
  ) throws(SourceFailure) -> Bool {
    guard let since else { return false }
    var root = id
    for _ in 0..<16 {
      guard let next = try state.cursor(PullCursor.seed(of: root)), next != root else { break }
      root = next
    }
    let walked = try state.cursor(PullCursor.walk(of: root)).flatMap(Int64.init)
    return walked.map { $0 >= since } ?? false
  }
}
