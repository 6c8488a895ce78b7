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

  /// Notifications first, since they name customers and tell what has changed; then the histories
  /// of those who are not seen up to now: all whom the state knows, in the ledger or not, and all
  /// whom only the ledger knows.
  func pull(seeds: [Seed]) throws(CommandFailure) {
    do throws(SourceFailure) {
      try pull.pullNotifications()
      guard job.store.pull.readsHistory else { return }
      let behind = try state.cursors(
        under: PullCursor.walks, below: pull.report.sweptSince?.milliseconds
      ).map { HistorySeed(id: $0) }
      let known = seeds.map { HistorySeed(id: $0.id, customer: $0.account) }
      var unseen: [HistorySeed] = []
      let since = pull.report.sweptSince?.milliseconds
      for seed in behind + known
      where try !PullCounts.isSeen(seed.id, since: since, state) { unseen.append(seed) }
      try pull.pullHistories(of: unseen)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The plan in words, before anything is asked.
  func say(seeds: [Seed], to log: Log) throws(CommandFailure) {
    do throws(SourceFailure) {
      let counts = try PullCounts(job: job, pull: pull, state: state).counts(of: seeds)
      for line in try pull.forecast(counts).lines { log.note("plan: \(line)") }
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension StorePull {
  /// Throws where a pull that was stopped leaves nothing to report.
  ///
  /// After a signal nothing is reported at all, since whoever sent it does not wait; the run stays
  /// open and the next one goes on with it. Otherwise there must be a page of this run: what was
  /// remembered before was judged before.
  func requireWorth(of state: JobState) throws(CommandFailure) {
    let report = self.report
    guard let kind = report.stopKind, let reason = report.stopped else { return }
    let pages = try translating { () throws(SourceFailure) in try state.counts().pages }
    guard kind == .interrupted || pages == 0 else { return }
    let kept =
      pages == 0 ? "the store has told nothing yet" : "\(pages) pages of the store are remembered"
    throw CommandFailure(
      SourceFailure(
        kind,
        "\(reason); \(kept), nothing was reported, and the next run goes on from there"))
  }

  /// A pull for a job that remembers in its state.
  convenience init(
    job: Job, asOf: Instant, state: JobState, limit: Int64?, log: Log
  ) throws(CommandFailure) {
    let verifier = try JobArguments.verifier(
      roots: job.store.roots, environment: job.app.environment)
    let deadline = limit.map { Instant(milliseconds: Machine.nowMilliseconds + $0) }
    do throws(SourceFailure) {
      try self.init(
        job.pulledStore,
        app: StoreApp(
          bundleID: job.app.bundleID, environment: job.app.environment, asOf: asOf),
        verifier: verifier, memory: state,
        host: .machine(deadline: deadline, log: log.warn))
    } catch {
      throw CommandFailure(error)
    }
  }
}
