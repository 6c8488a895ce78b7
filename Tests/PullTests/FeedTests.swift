import Formats
import Reconciliation
import Records
import StandIn
import Testing

@testable import AppStore

/// Why a pull cannot even begin; nil where it can.
private func reason(
  against settings: StoreSettings, _ store: borrowing StoreOnLoopback
) -> SourceFailure? {
  do {
    _ = try store.pull(settings, MemoryDouble())
    return nil
  } catch {
    return error as? SourceFailure
  }
}

@Suite struct `the company's own feed` {
  @Test func `is read to its end and taken as given`() throws {
    var store = try StoreOnLoopback([collector(purchases: 45)])
    store.readFeed()
    let pull = try store.pull()
    try pull.pullFeed()
    #expect(pull.report.calls == ["feed": 3])
    #expect(pull.report.gaps.isEmpty)
    #expect(store.memory.transactionIDs(.feed).count == 45)
    #expect(store.memory.records.allSatisfy { $0.origin == .feed && $0.token.isEmpty })
    #expect(store.memory.records.allSatisfy { $0.bundleID == DemoScenario.bundleID })
  }

  @Test func `carries signed texts too, which are verified`() throws {
    var store = try StoreOnLoopback(
      [collector(purchases: 6)], feed: FeedStyle(pageSize: 3, signedEvery: 2))
    store.readFeed()
    try store.pull().pullFeed()
    let records = store.memory.records
    #expect(records.count == 6)
    #expect(records.count(where: { !$0.token.isEmpty }) == 3)
    let tampered = try store.later(
      clock, faults: [fault(.tampered(token: 1), on: Path.feed)],
      feed: FeedStyle(pageSize: 3, signedEvery: 2))
    store.readFeed(of: tampered)
    let pull = try store.pull(store.settings, MemoryDouble())
    try pull.pullFeed()
    #expect(pull.report.gaps.count == 1)
    #expect(pull.report.gaps.first?.reason.contains("signature") == true)
  }

  @Test func `needs no key where nothing else is asked`() throws {
    var store = try StoreOnLoopback([collector(purchases: 1)])
    store.readFeed()
    store.settings.key = nil
    store.settings.issuerID = nil
    store.settings.keyID = nil
    #expect(!store.settings.asksAPI)
    let pull = try store.pull()
    try pull.pullFeed()
    #expect(store.memory.records.count == 1)
  }

  @Test func `refuses a wrong token as such, and names its variable`() throws {
    var store = try StoreOnLoopback([collector(purchases: 1)])
    store.readFeed()
    store.host.set("FEED_TOKEN", to: "wrong")
    let pull = try store.pull()
    let failure = #expect(throws: SourceFailure.self) { try pull.pullFeed() }
    #expect(failure?.kind == .refusedCredentials)
    #expect(failure?.words.contains("store.feed.tokenEnv") == true)
    store.host.set("FEED_TOKEN", to: nil)
    let settings = store.settings
    let unset = reason(against: settings, store)
    #expect(unset?.kind == .misconfigured)
    #expect(unset?.words.contains("FEED_TOKEN") == true)
  }

  @Test func `that fails leaves a gap over everything, and what was read stays`() throws {
    let broken = fault(refusal(5_000_000), on: Path.feed, nth: 2, count: .max)
    var store = try StoreOnLoopback([collector(purchases: 45)], faults: [broken])
    store.readFeed()
    let pull = try store.pull()
    try pull.pullFeed()
    #expect(pull.report.gaps.map(\.scope) == ["everything"])
    #expect(store.memory.transactionIDs(.feed).count == 20)
  }

  @Test func `goes on at the page where it was broken off, within one run`() throws {
    var store = try StoreOnLoopback([collector(purchases: 65)])
    store.readFeed()
    store.memory.pagesLeft = 2
    let killed = try store.pull()
    #expect(throws: SourceFailure.self) { try killed.pullFeed() }
    store.memory.pagesLeft = nil
    let next = try store.pull()
    try next.pullFeed()
    #expect(next.report.calls == ["feed": 2])
    #expect(store.memory.transactionIDs(.feed).count == 65)
    // It is read once in a run, and from its beginning in the next.
    let again = try store.pull()
    try again.pullFeed()
    #expect(again.report.calls.isEmpty)
    store.memory.endRun()
    let later = try store.pull()
    try later.pullFeed()
    #expect(later.report.calls == ["feed": 4])
  }

  @Test(arguments: [
    (#"{"transactions": 7}"#, "a page of the feed cannot be read"),
    ("[]", "a page of the feed cannot be read"),
    (#"{"transactions": [{"productId": "coins"}]}"#, "an entry of the feed cannot be read"),
    (#"{"transactions": [7]}"#, "an entry of the feed cannot be read"),
    (#"{"transactions": [{"transactionId": 4.3E+14}]}"#, "an entry of the feed cannot be read"),
  ])
  func `that makes no sense is a page that was not read`(_ body: String, _ words: String) {
    switch Self.read(body) {
    case .success: Issue.record("\(body) was read")
    case .failure(let error): #expect(error.summary.hasSuffix(words))
    }
  }

  @Test func `keeps bare numbers as the ids they are, and fills in the job's app`() throws {
    let body = #"{"transactions": [{"transactionId": 20000008470619810001, "productId": "a"}]}"#
    guard case .success(let reading) = Self.read(body) else {
      Issue.record("\(body) was not read")
      return
    }
    #expect(reading.next == nil)
    let record = try #require(reading.taken.first?.record)
    #expect(record.id == "20000008470619810001")
    #expect(record.bundleID == "com.example.game")
    #expect(record.environment == "Production")
  }

  private static func read(_ body: String) -> Result<FeedPage.Reading, StoreError> {
    let intake = RecordIntake(verifier: TransactionVerifier(), bundleID: "com.example.game")
    return FeedPage.read(Array(body.utf8), intake, in: "Production")
  }
}
