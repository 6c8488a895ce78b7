import AppStore
import Records
import Reconciliation
import StandIn
import Testing

@Suite struct `the sweep of notifications` {
  @Test func `reads every page and names every customer`() throws {
    let store = try StoreOnLoopback([collector(purchases: 45)], plainCustomers: 10)
    let pull = try store.pull()
    try pull.pullNotifications()
    let report = pull.report
    #expect(report.gaps.isEmpty)
    #expect(report.refused == 0)
    #expect(report.pages == report.calls["notifications"])
    #expect(report.pages == store.server.requestCount)
    #expect(report.records == store.memory.records.count)
    let ids = Set(store.memory.records.filter { $0.kind == .transaction }.map(\.id))
    #expect(ids.count >= 55)
    #expect(store.memory.customers().count >= 55)
    #expect(store.memory.records.allSatisfy { $0.origin == .notification })
  }

  /// Each purchase begins a chain of its own, and all of them lead to one history.
  @Test func `notes a customer once, however much is heard of`() throws {
    let store = try StoreOnLoopback([collector(purchases: 45)], plainCustomers: 10)
    let pull = try store.pull()
    try pull.pullNotifications()
    let noted = store.memory.cursors.keys.filter { $0.hasPrefix("history.walk/") }
    #expect(noted.count == 11)
    try pull.pullHistories(of: noted.map { String($0.dropFirst("history.walk/".count)) })
    let read = Set(store.memory.records.filter { $0.origin == .history }.map(\.id))
    let heard = Set(store.memory.records.filter { $0.origin == .notification }.map(\.id))
    #expect(read.isSuperset(of: heard))
    // The three pages of the collector, and one of each other.
    #expect(pull.report.calls["history"] == 13)
  }

  @Test func `is broken the first time and unbroken the next`() throws {
    var store = try StoreOnLoopback([collector(purchases: 3)])
    let first = try store.pull()
    try first.pullNotifications()
    #expect(!first.report.sweepIsUnbroken)
    let since = try #require(first.report.sweptSince)
    store.memory.endRun()

    store.app.asOf = clock.adding(milliseconds: Milliseconds.day)
    let server = try store.later(store.app.asOf)
    let second = try store.pull(of: server)
    try second.pullNotifications()
    #expect(second.report.sweepIsUnbroken)
    #expect(second.report.sweptSince == since)
    // Three days are read again, and the new one.
    #expect(server.requestCount == 2)
    #expect(store.memory.cursors["notifications.end"] == String(store.app.asOf.milliseconds))
  }

  @Test func `is broken where the last one is beyond what can be asked for`() throws {
    var story = collector(purchases: 3)
    story.steps.append(.buy(.init(label: "late", product: .coins500, ago: .days(-180))))
    var store = try StoreOnLoopback([story])
    try store.pull().pullNotifications()
    store.memory.endRun()
    store.app.asOf = clock.adding(milliseconds: 181 * Milliseconds.day)
    let server = try store.later(store.app.asOf)
    let pull = try store.pull(of: server)
    try pull.pullNotifications()
    #expect(pull.report.gaps.isEmpty)
    #expect(!pull.report.sweepIsUnbroken)
    let horizon = store.app.asOf.adding(milliseconds: -180 * Milliseconds.day + Milliseconds.hour)
    #expect(pull.report.sweptSince == horizon)
  }

  @Test(arguments: [(29, false), (31, true)])
  func `that lists nothing of a month tells of nobody`(_ days: Int64, _ isSilent: Bool) throws {
    var store = try StoreOnLoopback([collector(purchases: 1)])
    try store.pull().pullNotifications()
    store.memory.endRun()
    store.app.asOf = clock.adding(milliseconds: days * Milliseconds.day)
    let server = try store.later(store.app.asOf)
    let pull = try store.pull(of: server)
    try pull.pullNotifications()
    #expect(server.requestCount > 0)
    #expect(pull.report.isSilent == isSilent)
    #expect((pull.report.sweptSince == nil) == isSilent)
    #expect(pull.report.gaps.isEmpty)
  }

  @Test func `is not made twice for one as-of`() throws {
    let store = try StoreOnLoopback([collector(purchases: 3)])
    try store.pull().pullNotifications()
    let count = store.server.requestCount
    let again = try store.pull()
    try again.pullNotifications()
    #expect(store.server.requestCount == count)
    #expect(!again.report.sweepIsUnbroken)
    #expect(again.report.sweptSince != nil)
  }

  @Test func `is not made where it is turned off`() throws {
    var store = try StoreOnLoopback([collector(purchases: 3)])
    store.settings.pull.notificationDays = nil
    let pull = try store.pull()
    try pull.pullNotifications()
    #expect(store.server.requestCount == 0)
    #expect(!pull.report.sweepIsUnbroken)
    #expect(pull.report.sweptSince == nil)
  }

  @Test func `begins a window anew when its token has expired`() throws {
    let expired = fault(refusal(4_000_017), on: Path.notifications, nth: 3)
    var store = try StoreOnLoopback([collector(purchases: 60)], faults: [expired])
    store.settings.pull.notificationDays = 3
    let pull = try store.pull()
    try pull.pullNotifications()
    #expect(pull.report.gaps.isEmpty)
    #expect(pull.report.sweptSince != nil)
    #expect(store.memory.transactionIDs(.notifications).count == 60)
    // Two pages, the refusal, and all of them again.
    #expect(store.server.requestCount == 2 + 1 + 3)
  }

  @Test func `gives up a window whose token is refused twice`() throws {
    let faults = [
      fault(refusal(4_000_014), on: Path.notifications, nth: 2),
      fault(refusal(4_000_014), on: Path.notifications, nth: 4 - 1),
    ]
    var store = try StoreOnLoopback([collector(purchases: 60)], faults: faults)
    store.settings.pull.notificationDays = 3
    let pull = try store.pull()
    try pull.pullNotifications()
    #expect(pull.report.gaps.count == 1)
    #expect(pull.report.gaps.first?.from == clock.adding(milliseconds: -3 * Milliseconds.day))
    #expect(pull.report.gaps.first?.to == clock)
    #expect(pull.report.sweptSince == nil)
    #expect(!pull.report.sweepIsUnbroken)
  }

  @Test func `keeps what was tampered with as refused and leaves a gap`() throws {
    let tampered = fault(.tampered(token: 2), on: Path.notifications)
    var store = try StoreOnLoopback([collector(purchases: 5)], faults: [tampered])
    store.settings.pull.notificationDays = 3
    let pull = try store.pull()
    try pull.pullNotifications()
    #expect(pull.report.refused == 1)
    #expect(pull.report.records == 4)
    let refused = try #require(store.memory.records.first { $0.kind == .refused })
    #expect(refused.reason == "its signature does not fit its content")
    #expect(refused.payload.isEmpty)
    #expect(!refused.id.isEmpty)
    #expect(pull.report.gaps.map(\.transactionID) == [refused.id])
    #expect(!store.memory.transactionIDs(.notifications).contains(refused.id))
  }

  @Test func `takes what is inside a notification, the renewal too`() throws {
    let story = Story(
      "member",
      [
        .buy(.init(label: "1", product: .goldMonthly, ago: .days(40))), .renew("2", of: "1"),
      ])
    let store = try StoreOnLoopback([story])
    let pull = try store.pull()
    try pull.pullNotifications()
    #expect(
      store.memory.records.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [
        .renewal, .renewal, .transaction, .transaction,
      ])
    let chain = try #require(store.memory.customers().first)
    #expect(store.memory.customers() == [chain])
    let renewals = store.memory.records.filter { $0.kind == .renewal }
    #expect(renewals.allSatisfy { $0.id == chain && $0.bundleID == DemoScenario.bundleID })
    #expect(renewals.allSatisfy { $0.environment == "Production" && $0.signedAt != nil })
  }

  @Test func `say what became of sending them`() throws {
    let store = try StoreOnLoopback([collector(purchases: 3)])
    try store.pull().pullNotifications()
    let notifications = store.memory.notifications
    #expect(notifications.count == 3)
    #expect(Set(notifications.map(\.uuid)).count == 3)
    #expect(notifications.allSatisfy { $0.type == "ONE_TIME_CHARGE" && !$0.attempts.isEmpty })
    #expect(Set(notifications.compactMap(\.transactionID)) == Set(store.memory.records.map(\.id)))
  }

  @Test func `of which one window fails leaves a gap there, and the next run reads that window`()
    throws
  {
    var match = Fault.Match(path: Path.notifications, count: .max)
    match.isContinuation = true
    let faults = [Fault(match: match, effect: refusal(5_000_000))]
    var store = try StoreOnLoopback([collector(purchases: 60)], faults: faults)
    store.settings.pull.notificationDays = 8
    let pull = try store.pull()
    try pull.pullNotifications()
    // Three windows, of which the last alone has more than a page.
    let gap = try #require(pull.report.gaps.first)
    #expect(pull.report.gaps.count == 1)
    #expect(gap.to == clock)
    #expect(try #require(gap.from) > clock.adding(milliseconds: -3 * Milliseconds.day))
    #expect(pull.report.sweptSince == nil)
    #expect(store.memory.transactionIDs(.notifications).count == 20)

    let better = try store.later(clock)
    let next = try store.pull(of: better)
    try next.pullNotifications()
    #expect(better.requestCount == 2)
    #expect(next.report.gaps.isEmpty)
    #expect(next.report.sweptSince == clock.adding(milliseconds: -8 * Milliseconds.day))
    #expect(store.memory.transactionIDs(.notifications).count == 60)
    #expect(store.memory.cursors.keys.allSatisfy { !$0.hasPrefix("notifications.window") })
    #expect(store.memory.cursors["notifications.pages"] == "5")
  }

  @Test func `of much is read in more windows, and says the same`() throws {
    let store = try StoreOnLoopback((1...6).map { collector("c\($0)", purchases: 20) })
    try store.pull().pullNotifications()
    let ids = store.memory.transactionIDs(.notifications)
    let memory = MemoryDouble()
    let page = PulledPage(
      source: .lookup, subject: "x", number: 0, records: [],
      cursors: ["notifications.pages": "64"])
    try memory.remember(page)
    var settings = store.settings
    settings.pull.notificationDays = 3
    let pull = try store.pull(settings, memory)
    try pull.pullNotifications()
    #expect(memory.transactionIDs(.notifications) == ids)
    let subjects = Set(memory.pages.keys.filter { $0.source == "notifications" }.map(\.subject))
    #expect(subjects.count == 8)
  }
}
