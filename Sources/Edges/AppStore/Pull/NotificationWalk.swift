import Reconciliation
import Records

/// Reads every notification that the store sent for the app since the last sweep (facts 2.8).
struct NotificationWalk {
  private let desk: PullDesk
  private let firstDays: Int

  /// How much older than the as-of the end of a sweep may be: a run that was killed and goes on
  /// must not read everything again.
  private static let staleness = Milliseconds.hour

  /// For so long an app that sells is not without a single notification.
  private static let silence = 30 * Milliseconds.day

  init(_ desk: PullDesk, firstDays: Int) {
    self.desk = desk
    self.firstDays = firstDays
  }

  /// Goes on with the sweep that was broken off, if one was, and then up to the as-of.
  func run() throws(SourceFailure) {
    if let sweep = try remembered() {
      guard try read(sweep) else { return }
    }
    let plan = try SweepPlan(desk, firstDays: firstDays)
    let isCovered = plan.lastEnd.map { $0 + Self.staleness >= plan.asOf } ?? false
    if !isCovered, let sweep = plan.sweep {
      guard try read(sweep) else { return }
    }
    try reportSweep()
  }

  /// Says from when on there is no hole; by what is remembered, so that a run that was killed
  /// after its sweep says it as well.
  ///
  /// An app without an address for notifications gets an empty list (facts 2.8). Nothing in it is no
  /// evidence that nothing has changed.
  private func reportSweep() throws(SourceFailure) {
    let newest = try desk.memory.newestNotification(environment: desk.app.environment)
    guard let newest, newest >= desk.app.asOf.milliseconds - Self.silence else {
      desk.report.isSilent = true
      return
    }
    let since = try desk.memory.cursor(PullCursor.sweptSince).flatMap { Int64($0) }
    desk.report.sweptSince = since.map(Instant.init(milliseconds:))
    desk.report.sweepIsUnbroken = try desk.memory.cursor(PullCursor.hole) == nil
  }

  /// The sweep that was broken off; nil where none was, or where it is too long ago to go on.
  private func remembered() throws(SourceFailure) -> Sweep? {
    guard let text = try desk.memory.cursor(PullCursor.sweep), let sweep = Sweep(text: text)
    else { return nil }
    return sweep.start >= (try SweepPlan(desk, firstDays: firstDays).horizon) ? sweep : nil
  }

  private func read(_ sweep: Sweep) throws(SourceFailure) -> Bool {
    let plan = try SweepPlan(desk, firstDays: firstDays)
    var walk = try SweepWalk(desk, sweep, after: plan)
    return try walk.run()
  }
}
