import AppStore
import Records
import Reconciliation
import StandIn
import Testing

@Suite struct `a store in trouble` {
  struct Trouble: CustomTestStringConvertible {
    let testDescription: String
    let effect: Fault.Effect
    var waits: ClosedRange<Int64> = 0...0

    init(_ name: String, _ effect: Fault.Effect, waits: ClosedRange<Int64> = 0...0) {
      testDescription = name
      self.effect = effect
      self.waits = waits
    }

    static let passing = [
      Trouble("503 without a word", .refuse(status: 503, body: .none, retryAfter: nil)),
      Trouble("502 with a gateway's page", .refuse(status: 502, body: .html, retryAfter: nil)),
      Trouble("200 with a gateway's page", .refuse(status: 200, body: .html, retryAfter: nil)),
      Trouble("200 with nothing", .refuse(status: 200, body: .none, retryAfter: nil)),
      Trouble("a cut", .cut(afterBytes: 100)),
      Trouble("no answer", .noAnswer),
      Trouble("half a JSON", .truncatedJSON),
      Trouble("5000000", refusal(5_000_000)), Trouble("5000001", refusal(5_000_001)),
      Trouble("4040002", refusal(4_040_002)), Trouble("4040004", refusal(4_040_004)),
      Trouble("4040006", refusal(4_040_006)),
      Trouble("429 without a moment", refusal(4_290_000)),
      Trouble(
        "429 until a moment",
        .refuse(
          status: 429, body: .error(code: 4_290_000, message: "Later."),
          retryAfter: .milliseconds(9_000)),
        waits: 8_000...9_000),
    ]
  }

  @Test(arguments: Trouble.passing)
  func `that passes leaves no trace`(_ trouble: Trouble) throws {
    let faults = [fault(trouble.effect, on: Path.history, nth: 2, count: 2)]
    let store = try StoreOnLoopback([collector(purchases: 45)], faults: faults)
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    try pull.pullHistories(of: [id])
    #expect(pull.report.gaps.isEmpty)
    #expect(store.server.requests.count { $0.path.hasPrefix(Path.history) } == 5)
    #expect(store.memory.transactionIDs(.history).count == 45)
    // libcurl itself asks once more where an open connection turns out to be dead.
    #expect(store.host.lines.count == (trouble.effect == .noAnswer ? 1 : 2))
    let waited = store.host.sleeps.reduce(0, +)
    #expect(trouble.waits.contains(waited))
  }

  @Test(arguments: Trouble.passing)
  func `that stays is a gap after five attempts`(_ trouble: Trouble) throws {
    let faults = [fault(trouble.effect, on: Path.history, count: 5)]
    let store = try StoreOnLoopback([collector(purchases: 1)], faults: faults)
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    try pull.pullHistories(of: [id])
    #expect(pull.report.gaps.map(\.transactionID) == [id])
    #expect(pull.report.gaps.allSatisfy { $0.nature == .gap })
    #expect(pull.report.calls == ["history": 5])
    #expect(store.memory.pages.isEmpty)
  }

  @Test func `says what it sent instead of JSON`() throws {
    let faults = [
      fault(.refuse(status: 200, body: .html, retryAfter: nil), on: Path.history, count: 5)
    ]
    let store = try StoreOnLoopback([collector(purchases: 1)], faults: faults)
    let pull = try store.pull()
    try pull.pullHistories(of: try store.customers())
    let reason = try #require(pull.report.gaps.first?.reason)
    #expect(reason.hasSuffix("HTTP 200: the answer is no JSON"))
    let shown = "it begins with `<html><body><h1>200</h1></body></html>`"
    // Three of the four repetitions, and that it was given up.
    #expect(store.host.lines.count(where: { $0.contains(shown) }) == 4)
  }

  @Test func `is not asked again where that cannot help`() throws {
    let faults = [fault(refusal(4_000_006), on: Path.history)]
    let store = try StoreOnLoopback([collector(purchases: 1)], faults: faults)
    let pull = try store.pull()
    try pull.pullHistories(of: try store.customers())
    #expect(pull.report.calls == ["history": 1])
    #expect(
      pull.report.limits.map(\.reason) == [
        "the store says that it cannot be an id: HTTP 400, error 4000006: No."
      ])
    #expect(pull.report.gaps.isEmpty)
  }

  @Test func `is left alone when it asks for more time than there is`() throws {
    let effect = Fault.Effect.refuse(
      status: 429, body: .error(code: 4_290_000, message: "Later."),
      retryAfter: .milliseconds(600_000))
    let store = try StoreOnLoopback(
      (1...3).map { collector("collector \($0)", purchases: 1) },
      faults: [fault(effect, on: Path.history, count: .max)])
    let ids = try store.customers()
    store.host.deadline = Instant(milliseconds: store.host.now + 300_000)
    let pull = try store.pull()
    try pull.pullHistories(of: ids)
    #expect(pull.report.stopped?.hasPrefix("the store asks to be left alone until ") == true)
    #expect(pull.report.gaps.compactMap(\.transactionID) == ids)
    #expect(store.host.sleeps.isEmpty)
  }

  @Test func `is given up after many failures in a row`() throws {
    let down = Fault.Effect.refuse(status: 503, body: .none, retryAfter: nil)
    let store = try StoreOnLoopback(
      plainCustomers: 60, faults: [fault(down, on: Path.history, count: .max)])
    let ids = try store.customers()
    let pull = try store.pull()
    try pull.pullHistories(of: ids)
    #expect(pull.report.gaps.count == ids.count)
    #expect((pull.report.calls["history"] ?? 0) <= (16 + 8) * 5)
    #expect(pull.report.stopped?.hasPrefix("16 requests in a row have failed for good") == true)
  }

  @Test func `that refuses a token once is shown a new one`() throws {
    let unauthorized = Fault.Effect.refuse(status: 401, body: .none, retryAfter: nil)
    let store = try StoreOnLoopback(
      [collector(purchases: 1)], faults: [fault(unauthorized, on: Path.history)])
    let pull = try store.pull()
    try pull.pullHistories(of: try store.customers())
    #expect(pull.report.gaps.isEmpty)
    #expect(pull.report.calls == ["history": 2])
  }

  @Test func `that refuses the key twice ends everything at once`() throws {
    let unauthorized = Fault.Effect.refuse(status: 401, body: .none, retryAfter: nil)
    let store = try StoreOnLoopback(
      [collector(purchases: 1)],
      faults: [fault(unauthorized, on: Path.history, count: 2)])
    let ids = try store.customers()
    let pull = try store.pull()
    let failure = try #require(throws: SourceFailure.self) { try pull.pullHistories(of: ids) }
    #expect(failure.kind == .refusedCredentials)
    #expect(pull.report.gaps.isEmpty)
    #expect(pull.report.calls == ["history": 2])
  }

  @Test func `that nobody finds is unreachable`() throws {
    let store = try StoreOnLoopback()
    store.server.stop()
    let pull = try store.pull()
    let failure = try #require(throws: SourceFailure.self) { try pull.pullNotifications() }
    #expect(failure.kind == .unreachable)
    #expect(pull.report.calls == ["notifications": 5])
  }

  @Test func `is waited for with a doubling bound`() {
    let waits = (1...9).map { attempt in
      RetryBounds.bound(afterAttempt: attempt)
    }
    #expect(waits == [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  }
}
