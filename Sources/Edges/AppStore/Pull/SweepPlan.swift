import Reconciliation
import Records

/// Where the next sweep begins.
struct SweepPlan: Sendable, Equatable {
  /// How much of what an earlier sweep read is read again: the store keeps trying to deliver a
  /// notification for three days, and lists it by then at the latest.
  static let overlap = 3 * Milliseconds.day

  /// The end of the last whole sweep; nil where there was none.
  let lastEnd: Int64?
  /// The earliest moment that may be asked for.
  let horizon: Int64
  /// How many days a first sweep reads.
  let firstDays: Int
  let asOf: Int64
  /// How many pages the last whole sweep had; 0 where there was none.
  let lastPages: Int

  /// A plan by what is remembered of the last sweep.
  init(_ desk: PullDesk, firstDays: Int) throws(SourceFailure) {
    let end = try desk.memory.cursor(PullCursor.sweepEnd).flatMap { Int64($0) }
    let pages = try desk.memory.cursor(PullCursor.sweepPages).flatMap { Int($0) }
    self.init(lastEnd: end, lastPages: pages ?? 0, firstDays: firstDays, app: desk.app)
  }

  /// A plan for a run that judges as of a moment.
  init(lastEnd: Int64?, lastPages: Int = 0, firstDays: Int, app: StoreApp) {
    let days: Int64 = app.isSandbox ? 30 : 180
    self.lastEnd = lastEnd
    self.lastPages = lastPages
    self.firstDays = firstDays
    asOf = app.asOf.milliseconds
    // An hour for clocks that differ: a start right at the edge is refused (facts 2.8).
    horizon = asOf - days * Milliseconds.day + Milliseconds.hour
  }

  /// Where the sweep begins.
  var start: Int64 {
    max(lastEnd.map { $0 - Self.overlap } ?? asOf - Int64(firstDays) * Milliseconds.day, horizon)
  }

  /// The sweep itself; nil where there is nothing to read.
  var sweep: Sweep? { Sweep(from: start, to: asOf, pagesBefore: lastPages) }

  /// Whether a sweep that began at a moment leaves no hole behind the last one.
  func goesOn(from start: Int64) -> Bool {
    lastEnd.map { start <= $0 } ?? false
  }
}
