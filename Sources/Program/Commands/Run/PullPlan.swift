import AppStore
import Host
import JobFile
import Matching
import Reconciliation
import Records
import RunStore

/// In which order a run asks the store, and whom it need not ask.
struct PullPlan {
  let job: Job
  let pull: StorePull
  let state: JobState
  let isResumed: Bool

  /// Notifications first, since they name customers and tell what has changed; then the histories
  /// of those who are not seen up to now.
  func pull(seeds: [Seed]) throws(CommandFailure) {
    do throws(SourceFailure) {
      try pull.pullNotifications()
      guard job.store.pull.readsHistory else { return }
      let named = try self.named().map { HistorySeed(id: $0) }
      let known = seeds.map { HistorySeed(id: $0.id, customer: $0.account) }
      var unseen: [HistorySeed] = []
      for seed in named + known where try !isSeen(seed.id) { unseen.append(seed) }
      try pull.pullHistories(of: unseen)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The customers that notifications named, those of a process that was killed among them.
  private func named() throws(SourceFailure) -> [String] {
    guard isResumed else { return pull.report.customers }
    var ids: [String] = []
    try state.eachRecord { record, _ throws(SourceFailure) in
      if record.origin == .notification, record.kind == .transaction { ids.append(record.id) }
    }
    return ids
  }

  /// Whether a customer's history was read to its end, and notifications tell since then without a
  /// hole what has changed.
  private func isSeen(_ id: String) throws(SourceFailure) -> Bool {
    guard let since = pull.report.sweptSince else { return false }
    var root = id
    for _ in 0..<16 {
      guard let next = try state.cursor(PullCursor.seed(of: root)), next != root else { break }
      root = next
    }
    guard let walked = try state.cursor(PullCursor.walk(of: root)).flatMap(Int64.init) else {
      return false
    }
    return walked >= since.milliseconds
  }
}

extension StorePull {
  /// A pull for a job that remembers in its state.
  convenience init(
    job: Job, asOf: Instant, state: JobState, limit: Int64?, log: Log
  ) throws(CommandFailure) {
    let verifier = try JobArguments.verifier(
      roots: job.store.roots, environment: job.app.environment)
    let deadline = limit.map { Instant(milliseconds: Machine.nowMilliseconds + $0) }
    do throws(SourceFailure) {
      try self.init(
        job.store,
        app: StoreApp(
          bundleID: job.app.bundleID, environment: job.app.environment, asOf: asOf),
        verifier: verifier, memory: state,
        host: .machine(deadline: deadline, log: log.warn))
    } catch {
      throw CommandFailure(error)
    }
  }
}
