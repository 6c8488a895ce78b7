import AppStore
import JobFile
import Matching
import Reconciliation
import Records
import RunStore

/// How often a pull is going to ask, as far as that can be told before it begins.
struct PullCounts {
  let job: Job
  let pull: StorePull
  /// What earlier runs remember; nil before the first one.
  let state: JobState?
  let asOf: Instant

  /// At least a call for each window of notifications, each open finding, and each customer whose
  /// refunds or history are to be read.
  func counts(of seeds: [Seed]) throws(SourceFailure) -> [PullForecast.Count] {
    guard job.store.asksAPI else { return [] }
    let settings = job.store.pull
    var counts: [PullForecast.Count] = []
    if let days = settings.notificationDays {
      let pages = try pull.notificationPages(firstDays: days)
      counts.append(.init(endpoint: "notifications", calls: pages))
    }
    if settings.looksUp, let state {
      let open = try state.openTransactionIDs(environment: job.app.environment, asOf: asOf).count
      if open > 0 { counts.append(.init(endpoint: "lookup", calls: open)) }
    }
    guard settings.readsHistory else { return counts }
    let turn = try state.map { (state) throws(SourceFailure) in
      try TurnOfNight(job: job, state: state, asOf: asOf).customers()
    }
    let turns = turn?.count ?? 0
    if settings.readsRefunds, turns > 0 {
      counts.append(.init(endpoint: "refunds", rate: .rare, calls: turns))
    }
    let unseen = try unseen(seeds, besides: Set(turn?.map(\.id) ?? []))
    counts.append(.init(endpoint: "history", calls: unseen + turns))
    return counts
  }

  private func unseen(
    _ seeds: [Seed], besides turn: Set<String>
  ) throws(SourceFailure) -> Int {
    guard let state else { return seeds.count }
    let since = try state.cursor(PullCursor.sweptSince).flatMap { Int64($0) }
    let customers = KnownCustomers(
      state: state, sweptSince: since.map(Instant.init(milliseconds:)))
    let known = seeds.map { HistorySeed(id: $0.id, customer: $0.account) }
    return Set(try customers.unseen(among: known, besides: turn).map(\.id)).count
  }
}
