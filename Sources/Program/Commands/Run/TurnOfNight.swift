import AppStore
import JobFile
import Reconciliation
import Records
import RunStore

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
