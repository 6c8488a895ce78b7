import AppStore
import Records
import Reconciliation
import StandIn
import Testing

@Suite struct `the histories` {
  @Test func `are read page by page to their end`() throws {
    let store = try StoreOnLoopback([collector(purchases: 45)])
    let id = try #require(try store.customers().first)
    let before = store.server.requestCount
    let pull = try store.pull()
    try pull.pullHistories(of: [id])
    #expect(pull.report.gaps.isEmpty)
    #expect(pull.report.pages == 3)
    #expect(pull.report.records == 45)
    #expect(pull.report.calls == ["history": 3])
    #expect(store.server.requestCount == before + 3)
    #expect(store.memory.transactionIDs(.history).count == 45)
    #expect(store.memory.records.allSatisfy { $0.origin == .history })
    let walk = try #require(store.memory.cursors[PullCursor.walk(of: id)])
    #expect(
      WalkState(text: walk) == WalkState(readAt: clock.milliseconds, anewAt: clock.milliseconds))
  }

  @Test func `are asked from the last revision on, and bring only what is new`() throws {
    var story = collector(purchases: 45)
    story.steps.append(.buy(.init(label: "tomorrow", product: .coins500, ago: .hours(-20))))
    story.steps.append(.refund(of: "1", ago: .hours(-22)))
    var store = try StoreOnLoopback([story])
    let id = try #require(try store.customers().first)
    try store.pull().pullHistories(of: [id])
    store.memory.endRun()

    store.app.asOf = clock.adding(milliseconds: Milliseconds.day)
    let server = try store.later(store.app.asOf)
    let pull = try store.pull(of: server)
    try pull.pullHistories(of: [id])
    #expect(server.requestCount == 1)
    #expect(pull.report.records == 2)
    let texts = store.memory.records.map { String(decoding: $0.payload, as: UTF8.self) }
    #expect(texts.contains { $0.contains("revocationDate") })
  }

  @Test func `strike the other ids of the same customer`() throws {
    let stories = (1...40).map { collector("collector \($0)", purchases: 3) }
    let store = try StoreOnLoopback(stories)
    let ids = try store.customers()
    #expect(ids.count == 120)
    let customers = try Self.customers(of: store)
    let before = store.server.requestCount
    let pull = try store.pull()
    try pull.pullHistories(of: ids.map { HistorySeed(id: $0, customer: customers[$0]) })
    #expect(pull.report.gaps.isEmpty)
    #expect(store.server.requestCount == before + 40)
    #expect(store.memory.transactionIDs(.history).count == 120)

    // The next night any of these ids leads to the one by which the history was asked.
    store.memory.endRun()
    let again = try store.pull()
    try again.pullHistories(of: ids.reversed())
    #expect(store.server.requestCount == before + 80)
    #expect(again.report.records == 0)
  }

  @Test func `are known for what a notification says that the same customer bought`() throws {
    var story = collector(purchases: 2)
    story.steps.append(.buy(.init(label: "tomorrow", product: .coins500, ago: .hours(-20))))
    var store = try StoreOnLoopback([story])
    let first = try store.pull()
    try first.pullNotifications()
    let known = store.memory.customers()
    try first.pullHistories(of: known)
    let seed = try #require(known.first)
    store.memory.endRun()

    store.app.asOf = clock.adding(milliseconds: Milliseconds.day)
    let server = try store.later(store.app.asOf)
    let second = try store.pull(of: server)
    try second.pullNotifications()
    let bought = try #require(store.memory.customers().last)
    #expect(!known.contains(bought))
    #expect(store.memory.cursors[PullCursor.seed(of: bought)] == seed)
    #expect(store.memory.cursors[PullCursor.seed(of: seed)] == nil)
    try second.pullHistories(of: [bought])
    #expect(second.report.calls["history"] == 1)
    #expect(store.memory.contents(.history).first == "history \(seed) 0")
    #expect(store.memory.transactionIDs(.history) == [bought])
  }

  @Test func `begin anew where the revision is no longer taken`() throws {
    let refused = fault(refusal(4_000_005), on: Path.history, nth: 2)
    let store = try StoreOnLoopback([collector(purchases: 45)], faults: [refused])
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    try pull.pullHistories(of: [id])
    #expect(pull.report.gaps.isEmpty)
    #expect(pull.report.calls == ["history": 5])
    #expect(store.memory.transactionIDs(.history).count == 45)
  }

  @Test func `begin anew once and no more`() throws {
    let refused = fault(refusal(4_000_005), on: Path.history, nth: 2, count: 5)
    let store = try StoreOnLoopback([collector(purchases: 45)], faults: [refused])
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    try pull.pullHistories(of: [id])
    #expect(pull.report.gaps.map(\.transactionID) == [id])
    #expect(pull.report.gaps.first?.nature == .gap)
  }

  @Test func `of nobody are no gap`() throws {
    let store = try StoreOnLoopback([collector(purchases: 1)])
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    try pull.pullHistories(of: ["999", id, "", "..", "GPA.1/2"])
    #expect(pull.report.unknownSeeds == ["999", "", ".."])
    // Not well formed is no answer to whether it exists.
    #expect(pull.report.gaps.map(\.transactionID) == ["GPA.1/2"])
    #expect(store.memory.transactionIDs(.history) == [id])
  }

  @Test func `of a known customer are a gap where the store denies them`() throws {
    let denied = fault(refusal(4_040_010), on: Path.history, nth: 2, count: 2)
    let store = try StoreOnLoopback([collector(purchases: 1)], faults: [denied])
    let id = try #require(try store.customers().first)
    try store.pull().pullHistories(of: [id])
    store.memory.endRun()
    let pull = try store.pull()
    try pull.pullHistories(of: [id])
    #expect(pull.report.unknownSeeds.isEmpty)
    #expect(pull.report.gaps.map(\.transactionID) == [id])
  }

  @Test func `of an account that is gone are a limit`() throws {
    let gone = fault(refusal(4_040_001), on: Path.history)
    let store = try StoreOnLoopback([collector(purchases: 1)], faults: [gone])
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    try pull.pullHistories(of: [id])
    #expect(pull.report.gaps.isEmpty)
    #expect(pull.report.limits.map(\.transactionID) == [id])
    #expect(pull.report.limits.first?.nature == .limit)
  }

  @Test func `keep another app's transaction as another app's`() throws {
    var purchase = Step.Purchase(label: "2", product: .coins500, ago: .hours(2))
    purchase.bundleID = "com.example.other"
    let story = Story(
      "two apps", [.buy(.init(label: "1", product: .coins100, ago: .hours(3))), .buy(purchase)])
    let store = try StoreOnLoopback([story])
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    try pull.pullHistories(of: [id])
    #expect(pull.report.gaps.isEmpty)
    #expect(store.memory.records.map(\.bundleID) == [DemoScenario.bundleID, "com.example.other"])
  }

  @Test func `do not wait for one another`() throws {
    let late = fault(.late(milliseconds: 300), on: Path.history)
    let store = try StoreOnLoopback(
      (1...6).map { collector("collector \($0)", purchases: 1) }, faults: [late])
    let ids = try store.customers()
    try store.pull().pullHistories(of: ids)
    #expect(store.memory.subjects.count == 6)
    // Of eight connections any may be the first.
    let struck = store.server.requests.first { $0.fault != nil }?.path
    #expect(struck == Path.history + (store.memory.subjects.last ?? ""))
  }

  @Test func `give the same pages whatever order the answers come in`() throws {
    let stories = (1...24).map { collector("collector \($0)", purchases: 1 + $0 * 5 % 47) }
    let store = try StoreOnLoopback(stories)
    let ids = try store.customers().enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    let late = [2, 5, 7, 11, 20, 31].map {
      fault(.late(milliseconds: 40 + $0 % 3 * 30), on: Path.history, nth: $0)
    }
    let plain = try store.pull()
    try plain.pullHistories(of: ids)
    let shuffled = MemoryDouble()
    let server = try store.later(clock, faults: late)
    var settings = store.settings
    settings.baseURL = server.baseURL
    let other = try store.pull(settings, shuffled)
    try other.pullHistories(of: ids)
    #expect(shuffled.contents() == store.memory.contents())
    #expect(other.report == plain.report)
  }

  /// The customer of every id, as a ledger would tell it by its users.
  private static func customers(of store: borrowing StoreOnLoopback) throws -> [String: String] {
    var customers: [String: String] = [:]
    let memory = MemoryDouble()
    let pull = try store.pull(store.settings, memory)
    try pull.pullNotifications()
    for record in memory.records {
      let text = String(decoding: record.payload, as: UTF8.self)
      let token = try #require(text.split(separator: "\"appAccountToken\":\"").last)
      customers[record.id] = String(token.prefix(36))
    }
    return customers
  }
}
