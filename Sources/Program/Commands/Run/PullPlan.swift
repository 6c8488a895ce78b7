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
  let asOf: Instant

  /// Asks everything, the most telling first: a run whose time or budget ends has then heard what
  /// most depends on.
  ///
  /// Notifications name customers and tell what has changed. Then what somebody is waiting for: the
  /// open findings. Then refunds of those whose turn it is; the histories of those who are not seen
  /// up to now, in the ledger or not; and those whose turn it is to be read anew.
  func pull(seeds: [Seed]) throws(CommandFailure) {
    let turn = try translating { () throws(SourceFailure) in
      if job.store.asksAPI { try pull.pullNotifications() }
      try pull.pullFeed()
      guard job.store.asksAPI else { return [HistorySeed]() }
      try lookUpFindings()
      guard job.store.pull.readsHistory else { return [] }
      let turn = try TurnOfNight(job: job, state: state, asOf: asOf).customers()
      if job.store.pull.readsRefunds { try pull.pullRefunds(of: turn) }
      return turn
    }
    let shown = try ReceiptReading(job: job, pull: pull).customers()
    guard job.store.asksAPI, job.store.pull.readsHistory else { return }
    try translating { () throws(SourceFailure) in
      let known = seeds.map { HistorySeed(id: $0.id, customer: $0.account) } + shown
      let unseen = try KnownCustomers(state: state, sweptSince: pull.report.sweptSince)
        .unseen(among: known, besides: Set(turn.map(\.id)))
      try pull.pullHistories(of: unseen)
      try pull.pullHistoriesAnew(of: turn)
      guard job.store.pull.readsRefunds else { return }
      try pull.pullRefunds(of: pull.report.unreadSeeds.map { HistorySeed(id: $0) })
    }
  }

  private func lookUpFindings() throws(SourceFailure) {
    guard job.store.pull.looksUp else { return }
    let open = try state.openTransactionIDs(environment: job.app.environment, asOf: asOf)
    guard !open.isEmpty else { return }
    _ = try pull.lookUp(
      open,
      knownGood: state.knownGoodIDs(
        bundleID: job.app.bundleID, environment: job.app.environment, limit: 20))
  }

  /// The plan in words, before anything is asked.
  func say(seeds: [Seed], to log: Log) throws(CommandFailure) {
    try translating { () throws(SourceFailure) in
      let counts = try PullCounts(job: job, pull: pull, state: state, asOf: asOf).counts(of: seeds)
      let lines = try pull.forecast(counts).lines + job.store.callsBesides
      for line in lines { log.note("plan: \(line)") }
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
