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
    do throws(SourceFailure) {
      if job.store.asksAPI { try pull.pullNotifications() }
      try pull.pullFeed()
      guard job.store.asksAPI else { return }
      try lookUpFindings()
      guard job.store.pull.readsHistory else { return }
      let turn = try TurnOfNight(job: job, state: state, asOf: asOf).customers()
      if job.store.pull.readsRefunds { try pull.pullRefunds(of: turn) }
      let since = pull.report.sweptSince?.milliseconds
      try pull.pullHistories(of: unseen(seeds, besides: Set(turn.map(\.id)), since: since))
      try pull.pullHistoriesAnew(of: turn)
      if job.store.pull.readsRefunds {
        try pull.pullRefunds(of: pull.report.unreadSeeds.map { HistorySeed(id: $0) })
      }
    } catch {
      throw CommandFailure(error)
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

  /// All whom the state knows and is behind with, and all whom only the ledger knows, where
  /// notifications were read without a hole since a moment.
  func unseen(
    _ seeds: [Seed], besides turn: Set<String>, since: Int64?
  ) throws(SourceFailure) -> [HistorySeed] {
    let behind = try state.cursors(under: PullCursor.walks, below: since).map {
      HistorySeed(id: $0)
    }
    let known = seeds.map { HistorySeed(id: $0.id, customer: $0.account) }
    var unseen: [HistorySeed] = []
    for seed in behind + known {
      let root = try root(of: seed.id)
      if !turn.contains(root), try !isSeen(root, since) { unseen.append(seed) }
    }
    return unseen
  }

  /// The id by which the history is asked that an id belongs to.
  private func root(of id: String) throws(SourceFailure) -> String {
    var root = id
    for _ in 0..<16 {
      guard let next = try state.cursor(PullCursor.seed(of: root)), next != root else { break }
      root = next
    }
    return root
  }

  /// Whether a customer's history was read to its end, and notifications tell since then without a
  /// hole what has changed.
  private func isSeen(_ root: String, _ since: Int64?) throws(SourceFailure) -> Bool {
    guard let since,
      let text = try state.cursor(PullCursor.walk(of: root)),
      let readAt = WalkState(text: text).readAt
    else { return false }
    return readAt >= since
  }
}

/// Whose turn it is to be read anew from the beginning, whatever is remembered of them.
///
/// The customers who were read longest ago come first, so many a night that everybody is read within
/// the nights that the job says; after missed nights so many more.
struct TurnOfNight {
  let job: Job
  let state: JobState
  let asOf: Instant

  /// The customers of this night, without those whom an earlier process of this run has read.
  func customers() throws(SourceFailure) -> [HistorySeed] {
    guard let nights = job.store.pull.sweepNights else { return [] }
    let known = try state.readCount(under: PullCursor.walks)
    let done = try state.anewCount(under: PullCursor.walks, since: asOf)
    let share = Self.share(of: known, nights: nights, passed: try nightsPassed())
    guard share > done else { return [] }
    return try state.longestUnread(
      under: PullCursor.walks, before: asOf, limit: share - done
    ).map { HistorySeed(id: $0) }
  }

  /// How many of `known` customers are to be read where so many nights have passed.
  static func share(of known: Int, nights: Int, passed: Int) -> Int {
    let due = known * min(max(passed, 1), nights)
    return (due + nights - 1) / nights
  }

  /// The nights since the last whole run, a begun one as a whole one.
  private func nightsPassed() throws(SourceFailure) -> Int {
    guard let last = try state.finishedRuns(atMost: 1).first else { return 1 }
    let passed = asOf.milliseconds - last.asOf.milliseconds
    // A timer that is some minutes late must not read two nights' share.
    let tolerance = 6 * Milliseconds.hour
    return Int((passed - tolerance + Milliseconds.day - 1) / Milliseconds.day)
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
