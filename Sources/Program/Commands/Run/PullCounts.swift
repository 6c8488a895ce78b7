import AppStore
import JobFile
import Matching
import Reconciliation
import RunStore

/// How often a pull is going to ask Apple's API, as far as that can be told before it begins: a call
/// for each list that is due, though some have several pages, and what is learned on the way may
/// lead to more.
enum PullCounts {
  /// The counts before the first run: everybody in the ledger is new.
  static func first(
    _ job: Job, _ pull: StorePull, _ seeds: [Seed]
  ) throws(SourceFailure) -> [PullForecast.Count] {
    guard job.store.asksAPI else { return [] }
    let history = job.store.pull.readsHistory ? seeds.count : 0
    return try sweep(job, pull) + [.init(endpoint: "history", calls: history)]
  }

  fileprivate static func sweep(
    _ job: Job, _ pull: StorePull
  ) throws(SourceFailure) -> [PullForecast.Count] {
    guard let days = job.store.pull.notificationDays else { return [] }
    let windows = try pull.notificationWindows(firstDays: days)
    return [.init(endpoint: "notifications", calls: windows)]
  }
}

extension PullPlan {
  /// The counts in the order of work; customers count as seen if the sweep comes to its end.
  func counts(of seeds: [Seed]) throws(SourceFailure) -> [PullForecast.Count] {
    guard job.store.asksAPI else { return [] }
    var counts = try PullCounts.sweep(job, pull)
    if job.store.pull.looksUp {
      let open = try state.openTransactionIDs(environment: job.app.environment, asOf: asOf)
      counts.append(.init(endpoint: "lookup", calls: open.count))
    }
    guard job.store.pull.readsHistory else { return counts }
    let turn = try TurnOfNight(job: job, state: state, asOf: asOf).customers()
    if job.store.pull.readsRefunds {
      counts.append(.init(endpoint: "refunds", rate: .rare, calls: turn.count))
    }
    let since = try state.cursor(PullCursor.sweptSince).flatMap(Int64.init)
    let unseen = Set(try unseen(seeds, besides: Set(turn.map(\.id)), since: since).map(\.id))
    return counts + [.init(endpoint: "history", calls: unseen.count + turn.count)]
  }

  /// Says the plan before anything is asked.
  func say(seeds: [Seed], to log: Log) throws(CommandFailure) {
    do throws(SourceFailure) {
      for line in try pull.forecast(counts(of: seeds)).lines { log.note("plan: \(line)") }
    } catch {
      throw CommandFailure(error)
    }
  }
}
