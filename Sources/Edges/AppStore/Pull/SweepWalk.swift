import Formats
import Reconciliation
import Records

/// Reads the windows of one sweep side by side, each page by page: where a page begins is known only
/// from the page before.
struct SweepWalk {
  /// One window on its way.
  private struct Walk {
    let window: Sweep.Window
    var token: String?
    var number: Int
    var hasRestarted = false
    var pageCount = 0
  }

  private static let pageLimit = 1_000_000

  private let desk: PullDesk
  private let sweep: Sweep
  private let plan: SweepPlan
  private let windows: [Sweep.Window]
  /// The windows that are still to be begun, the last one first.
  private var waiting: [Int] = []
  private var walks: [Int: Walk] = [:]
  /// How many windows are not read to their end.
  private var openCount: Int
  private var failures: [Int: StoreError] = [:]
  /// How many windows are read at once: one until the store has shown that it is there.
  private var lanes = 1

  /// A walk that goes on where an earlier one ended; `plan` is how things stood before the sweep.
  init(_ desk: PullDesk, _ sweep: Sweep, after plan: SweepPlan) throws(SourceFailure) {
    self.desk = desk
    self.sweep = sweep
    self.plan = plan
    windows = sweep.windows
    for place in windows.indices.reversed() {
      let mark = try desk.memory.cursor(PullCursor.window(windows[place].subject))
      if mark.map(WindowMark.init(text:)) != .read { waiting.append(place) }
    }
    openCount = waiting.count
  }

  /// Reads all windows; false where one did not come to its end.
  mutating func run() throws(SourceFailure) -> Bool {
    while walks.count < lanes, try begin() {}
    while let settled = try desk.client.next() {
      try take(settled)
      while walks.count < lanes, try begin() {}
    }
    guard openCount > 0 else { return true }
    report()
    return false
  }

  private mutating func begin() throws(SourceFailure) -> Bool {
    guard desk.client.halt == nil, let place = waiting.popLast() else { return false }
    let window = windows[place]
    let mark = try desk.memory.cursor(PullCursor.window(window.subject))
    var walk = Walk(
      window: window, token: nil,
      number: try desk.memory.nextPage(.notifications, subject: window.subject))
    if case .next(let token)? = mark.map(WindowMark.init(text:)) { walk.token = token }
    walks[place] = walk
    ask(place)
    return true
  }

  /// The same body with every token, and no field without a value (facts 2.8).
  private func ask(_ place: Int) {
    guard let walk = walks[place] else { return }
    var body = JSONWriter()
    body.object { writer in
      writer.member("startDate", walk.window.start)
      writer.member("endDate", walk.window.end)
    }
    var call = StoreCall(endpoint: .notifications, body: body.bytes)
    if let token = walk.token {
      call.query = [StoreCall.Parameter(name: "paginationToken", value: token)]
    }
    desk.client.ask(call, tag: place)
  }

  private mutating func take(_ settled: StoreClient.Settled) throws(SourceFailure) {
    let place = settled.tag
    guard var walk = walks[place] else { return }
    switch settled.result {
    case .failure(let error)
    where error.isLostPosition && walk.token != nil && !walk.hasRestarted:
      walk.hasRestarted = true
      walk.token = nil
      walks[place] = walk
      ask(place)
    case .failure(let error): end(place, with: error)
    case .success(let page):
      lanes = StoreClient.flightLimit
      walk.pageCount += 1
      let isCircle =
        page.hasMore && (page.next == walk.token || walk.pageCount > Self.pageLimit)
      guard !isCircle else { return end(place, with: Self.circle) }
      try remember(page, place, walk)
      guard page.hasMore else {
        walks[place] = nil
        return
      }
      walk.token = page.next
      walk.number += 1
      walks[place] = walk
      ask(place)
    }
  }

  private mutating func end(_ place: Int, with error: StoreError) {
    walks[place] = nil
    failures[place] = error
  }

  private mutating func remember(
    _ page: AnswerPage, _ place: Int, _ walk: Walk
  ) throws(SourceFailure) {
    let intake = NotificationIntake(desk, page, until: walk.window.end)
    var cursors = try intake.cursors()
    cursors[PullCursor.sweep] = sweep.text
    let mark = page.hasMore ? WindowMark.next(page.next ?? "") : .read
    cursors[PullCursor.window(walk.window.subject)] = mark.text
    if !page.hasMore {
      openCount -= 1
      if openCount == 0 { try conclude(&cursors, walk) }
    }
    try desk.remember(
      intake.taken, from: .notifications, of: walk.window.subject, number: walk.number,
      notifications: intake.notifications, cursors: cursors)
    desk.report.gaps += intake.taken.compactMap(\.gap)
  }

  /// The cursors of a sweep that is whole with the page that is now remembered, its window's last.
  private func conclude(
    _ cursors: inout [String: String?], _ last: Walk
  ) throws(SourceFailure) {
    var pages = 0
    for window in windows {
      cursors.updateValue(nil, forKey: PullCursor.window(window.subject))
      pages +=
        window == last.window
        ? last.number + 1
        : try desk.memory.nextPage(.notifications, subject: window.subject)
    }
    let goesOn = plan.goesOn(from: sweep.start)
    cursors.updateValue(nil, forKey: PullCursor.sweep)
    cursors[PullCursor.sweepPages] = String(pages)
    cursors[PullCursor.sweepEnd] = String(max(sweep.end, plan.lastEnd ?? sweep.end))
    cursors.updateValue(goesOn ? nil : "yes", forKey: PullCursor.hole)
    guard !goesOn else { return }
    // A refused notification of this very sweep may have set it further on.
    let remembered = try desk.memory.cursor(PullCursor.sweptSince)
    let since = cursors[PullCursor.sweptSince].flatMap(\.self) ?? remembered
    cursors[PullCursor.sweptSince] = String(
      max(since.flatMap { Int64($0) } ?? sweep.start, sweep.start))
  }

  /// Says what was not read to its end: windows side by side that failed alike are one gap.
  private func report() {
    var gaps: [Gap] = []
    for place in Set(failures.keys).union(waiting).union(walks.keys).sorted() {
      let words =
        failures[place]?.summary ?? desk.client.halt.map { "stopped: \($0)" } ?? "not asked"
      var gap = Gap(reason: "notifications could not be read: \(words)")
      gap.from = Instant(milliseconds: windows[place].start)
      gap.to = Instant(milliseconds: windows[place].end)
      if let last = gaps.last, last.to == gap.from, last.reason == gap.reason {
        gap.from = last.from
        gaps.removeLast()
      }
      gaps.append(gap)
    }
    desk.report.gaps += gaps
  }

  private static let circle = StoreError(
    .unreadable, status: 200, "the store's pages go round in a circle")
}

/// How far a window is read.
enum WindowMark: Equatable {
  /// To its end.
  case read
  /// Up to where the page of this token begins.
  case next(String)

  /// Reads what `text` wrote.
  init(text: String) {
    self = text == "read" ? .read : .next(String(text.dropFirst(Self.prefix.count)))
  }

  /// As a cursor keeps it.
  var text: String {
    switch self {
    case .read: "read"
    case .next(let token): Self.prefix + token
    }
  }

  private static let prefix = "next "
}
