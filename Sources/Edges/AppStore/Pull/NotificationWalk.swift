import Formats
import Reconciliation
import Records

/// Reads every notification that the store sent for the app since the last sweep (facts 2.8).
///
/// One page after another: where a page begins is known only from the page before.
struct NotificationWalk {
  private let desk: PullDesk
  private let firstDays: Int

  /// How much older than the as-of the end of a sweep may be: a run that was killed and goes on
  /// must not read everything again.
  private static let staleness = Milliseconds.hour
  private static let pageLimit = 1_000_000

  init(_ desk: PullDesk, firstDays: Int) {
    self.desk = desk
    self.firstDays = firstDays
  }

  /// Goes on with the sweep that was broken off, if one was, and then up to the as-of.
  func run() throws(SourceFailure) {
    if let position = try remembered() {
      guard try sweep(from: position) else { return }
    }
    let plan = try plan()
    let isCovered = plan.lastEnd.map { $0 + Self.staleness >= plan.asOf } ?? false
    if !isCovered, let position = SweepPosition(from: plan.start, to: plan.asOf) {
      guard try sweep(from: position) else { return }
    }
    try reportSweep()
  }

  /// Says from when on there is no hole; by what is remembered, so that a run that was killed
  /// after its sweep says it as well.
  private func reportSweep() throws(SourceFailure) {
    let since = try desk.memory.cursor(PullCursor.sweptSince).flatMap { Int64($0) }
    desk.report.sweptSince = since.map(Instant.init(milliseconds:))
    desk.report.sweepIsUnbroken = try desk.memory.cursor(PullCursor.hole) == nil
  }

  /// Where a sweep was broken off; nil where none was, or where it is too long ago to go on.
  private func remembered() throws(SourceFailure) -> SweepPosition? {
    guard let text = try desk.memory.cursor(PullCursor.window),
      let position = SweepPosition(text: text)
    else { return nil }
    return position.windowStart >= (try plan().horizon) ? position : nil
  }

  private func plan() throws(SourceFailure) -> SweepPlan {
    let end = try desk.memory.cursor(PullCursor.sweepEnd).flatMap { Int64($0) }
    return SweepPlan(lastEnd: end, firstDays: firstDays, app: desk.app)
  }

  /// Reads window after window; false where it did not come to the end.
  private func sweep(from first: SweepPosition) throws(SourceFailure) -> Bool {
    var position: SweepPosition? = first
    while let window = position {
      guard let failure = try read(window) else {
        position = window.next
        continue
      }
      var gap = Gap(reason: "notifications could not be read: \(failure.summary)")
      gap.from = Instant(milliseconds: window.windowStart)
      gap.to = Instant(milliseconds: window.sweepEnd)
      desk.report.gaps.append(gap)
      return false
    }
    return true
  }

  /// Reads the pages of one window; what went wrong, or nil.
  private func read(_ window: SweepPosition) throws(SourceFailure) -> StoreError? {
    let isResumed = try desk.memory.cursor(PullCursor.window) == window.text
    var token = isResumed ? try desk.memory.cursor(PullCursor.token) : nil
    var number = try desk.memory.nextPage(.notifications, subject: window.subject)
    var hasRestarted = false
    for _ in 0..<Self.pageLimit {
      desk.client.ask(Self.call(window, token), tag: 0)
      guard let settled = try desk.client.next() else { break }
      switch settled.result {
      case .failure(let error) where error.isLostPosition && token != nil && !hasRestarted:
        hasRestarted = true
        token = nil
      case .failure(let error): return error
      case .success(let page):
        if page.hasMore, page.next == token { return Self.circle }
        try remember(page, number, window)
        guard page.hasMore else { return nil }
        token = page.next
        number += 1
      }
    }
    return Self.circle
  }

  private func remember(
    _ page: AnswerPage, _ number: Int, _ window: SweepPosition
  ) throws(SourceFailure) {
    let notifications = zip(page.tokens, page.attempts).map {
      desk.intake.notification($0, attempts: $1, in: desk.app.environment)
    }
    let taken = notifications.flatMap(\.records)
    var cursors = try cursors(after: page, window)
    for each in taken {
      if each.gap != nil {
        try distrust(each, window, &cursors)
      } else if desk.isOwn(each) {
        try link(each, &cursors)
        try note(each, &cursors)
      }
    }
    try desk.remember(
      taken, from: .notifications, of: window.subject, number: number,
      notifications: notifications.compactMap(\.notification), cursors: cursors)
    desk.report.gaps += taken.compactMap(\.gap)
  }

  /// Says whose history a transaction belongs to, where that was read or noted before: a customer
  /// who buys again is no new one.
  private func link(
    _ taken: RecordIntake.Taken, _ cursors: inout [String: String?]
  ) throws(SourceFailure) {
    guard let customer = taken.appTransactionID else { return }
    let name = PullCursor.seed(ofAppTransaction: customer)
    let noted = try desk.memory.cursor(name)
    guard let known = cursors[name].flatMap(\.self) ?? noted else { return }
    let seed = try desk.root(of: known) ?? known
    for id in [taken.record.id, taken.chainID].compactMap(\.self) where id != seed {
      // An id by which a history was read itself keeps it.
      guard try desk.memory.cursor(PullCursor.revision(of: id)) == nil else { continue }
      cursors[PullCursor.seed(of: id)] = seed
    }
  }

  /// A customer who was never seen is to be, in whichever run that succeeds.
  private func note(
    _ taken: RecordIntake.Taken, _ cursors: inout [String: String?]
  ) throws(SourceFailure) {
    guard let chain = taken.chainID else { return }
    let known = try desk.root(of: chain) ?? chain
    let seed = cursors[PullCursor.seed(of: chain)].flatMap(\.self) ?? known
    let walk = PullCursor.walk(of: seed)
    guard try desk.memory.cursor(walk) == nil else { return }
    cursors[walk] = WalkState.unread.text
    // Whatever else is heard of the same customer leads to the same history.
    if let customer = taken.appTransactionID {
      cursors[PullCursor.seed(ofAppTransaction: customer)] = seed
    }
  }

  /// What a refused notification had to tell is unknown: the customer whom it claims to be about is
  /// asked again, and if nobody knows that one, everybody is.
  private func distrust(
    _ taken: RecordIntake.Taken, _ window: SweepPosition, _ cursors: inout [String: String?]
  ) throws(SourceFailure) {
    if let id = taken.claimedID {
      let seed = try desk.root(of: id) ?? id
      let name = PullCursor.walk(of: seed)
      let standing = try desk.memory.cursor(name).map(WalkState.init(text:)) ?? .unread
      cursors[name] = standing.going(anew: false).text
      if try desk.memory.knows(id: id, environment: desk.app.environment) { return }
    }
    cursors[PullCursor.sweptSince] = String(window.windowEnd)
  }

  private func cursors(
    after page: AnswerPage, _ window: SweepPosition
  ) throws(SourceFailure) -> [String: String?] {
    if page.hasMore { return [PullCursor.window: window.text, PullCursor.token: page.next] }
    if let next = window.next { return [PullCursor.window: next.text, PullCursor.token: nil] }
    let plan = try plan()
    let goesOn = plan.goesOn(from: window.sweepStart)
    var cursors: [String: String?] = [
      PullCursor.window: nil, PullCursor.token: nil,
      PullCursor.sweepEnd: String(max(window.sweepEnd, plan.lastEnd ?? window.sweepEnd)),
      PullCursor.hole: goesOn ? nil : "yes",
    ]
    if !goesOn {
      // A refused notification of this very sweep may have set it further on.
      let since = try desk.memory.cursor(PullCursor.sweptSince).flatMap { Int64($0) }
      cursors[PullCursor.sweptSince] = String(max(since ?? window.sweepStart, window.sweepStart))
    }
    return cursors
  }

  private static let circle = StoreError(
    .unreadable, status: 200, "the store's pages go round in a circle")

  /// The same body with every token, and no field without a value (facts 2.8).
  private static func call(_ window: SweepPosition, _ token: String?) -> StoreCall {
    var body = JSONWriter()
    body.object { writer in
      writer.member("startDate", window.windowStart)
      writer.member("endDate", window.windowEnd)
    }
    var call = StoreCall(endpoint: .notifications, body: body.bytes)
    call.query = token.map { [StoreCall.Parameter(name: "paginationToken", value: $0)] } ?? []
    return call
  }
}
