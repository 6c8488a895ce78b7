import Formats
import StandIn
import Testing

/// What a store may do wrong on one of its lists, and whether a run that meets it is whole.
struct Trouble: Sendable, CustomTestStringConvertible {
  let path: String
  let effect: Fault.Effect
  var count = Int.max
  var nth = 1
  /// What the run ends with.
  let status: Int32

  var testDescription: String { "\(path) \(effect) × \(count) from \(nth)" }

  static let history = "/inApps/v2/history/"
  static let notifications = "/inApps/v1/notifications/"
  static let lookUp = "/inApps/v1/transactions/"
  static let sandbox = "/sandbox/"
  static let unknown = Fault.Effect.refuse(
    status: 404, body: .error(code: 4_040_010, message: "Transaction id not found."),
    retryAfter: nil)
  static let gateway = Fault.Effect.refuse(status: 403, body: .html, retryAfter: nil)
  static let tomorrow = Fault.Effect.refuse(
    status: 429, body: .error(code: 4_290_000, message: "Rate limit exceeded."),
    retryAfter: .milliseconds(80_000_000))
  static let soon = Fault.Effect.refuse(
    status: 429, body: .error(code: 4_290_000, message: "Rate limit exceeded."),
    retryAfter: .milliseconds(40))

  static let all = [
    Trouble(path: history, effect: unknown, count: 1, status: 1),
    Trouble(path: history, effect: unknown, status: 3),
    Trouble(path: history, effect: gateway, count: 20, nth: 7, status: 3),
    Trouble(path: history, effect: .tampered(token: 1), count: 1, status: 3),
    Trouble(path: history, effect: .tampered(token: 1), status: 3),
    Trouble(path: history, effect: tomorrow, count: 1, nth: 30, status: 3),
    Trouble(path: history, effect: soon, count: 3, nth: 30, status: 1),
    Trouble(path: history, effect: .cut(afterBytes: 60), count: 1, nth: 9, status: 1),
    Trouble(path: notifications, effect: gateway, status: 3),
    Trouble(path: notifications, effect: .tampered(token: 1), status: 3),
    Trouble(path: notifications, effect: .tampered(token: 3), count: 1, status: 3),
    Trouble(path: lookUp, effect: unknown, status: 3),
    Trouble(path: lookUp, effect: gateway, status: 3),
    Trouble(path: lookUp, effect: tomorrow, count: 1, status: 3),
    Trouble(path: lookUp, effect: .tampered(token: 1), status: 3),
    Trouble(path: sandbox, effect: gateway, status: 3),
    Trouble(path: sandbox, effect: .tampered(token: 1), status: 3),
    Trouble(
      path: sandbox, effect: .refuse(status: 401, body: .none, retryAfter: nil), status: 3),
  ]
}

@Suite struct `a run that meets a faulty store` {
  /// Nothing is said that an undisturbed run does not say, but for what could not be checked; and
  /// the next run, which is not disturbed, is whole and calls new what the first did not.
  @Test(arguments: Trouble.all)
  func `accuses nobody, says what it missed, and is made good by the next`(
    _ trouble: Trouble
  ) throws {
    let fault = Fault(
      match: .init(path: trouble.path, nth: trouble.nth, count: trouble.count),
      effect: trouble.effect)
    let store = try PretendStore(faults: [fault])
    let first = try store.run()
    #expect(first.status == trouble.status, "\(first.complaints)")
    let gaps = first.json?.object?["coverage"]?.object?["gaps"]?.array ?? []
    #expect(gaps.isEmpty == (trouble.status != 3))

    try store.reopen()
    let second = try store.run(asOf: "2026-03-10T03:00:01Z")
    let judged = try store.judge()
    #expect(judged.status == 0, "\(judged.complaints)")
    let accusations = Set(first.findings.filter { !$0.hasPrefix("unverifiable:") })
    #expect(accusations.subtracting(second.findings).isEmpty)
    #expect(Set(first.ids("new")).isDisjoint(with: second.ids("new")))
    #expect(second.status == (second.ids("new").isEmpty ? 0 : 1), "\(second.complaints)")
    #expect(try store.run(asOf: "2026-03-10T03:00:02Z").status == 0)
  }

  @Test func `says on its first screen in a line each what was not seen`() throws {
    let effect = Trouble.gateway
    let fault = Fault(match: .init(path: Trouble.history, nth: 40, count: 3), effect: effect)
    let store = try PretendStore(faults: [fault])
    let answer = try BuiltProgram.call(
      ["run", store.job, "--as-of", PretendStore.asOf], in: store.scratch)
    #expect(answer.status == 3)
    let screen = answer.output.split(separator: "\n").prefix(20)
    #expect(screen.contains { $0.hasPrefix("INCOMPLETE") })
    // Three customers, one reason.
    #expect(screen.count { $0.hasPrefix("  gap    transaction ") } == 1)
    #expect(
      answer.output.contains(" and 2 more: the customer's history could not be read: HTTP 403"))
  }

  @Test func `reports what it remembers where the store answers nothing but errors`() throws {
    let fault = Fault(
      match: .init(count: .max), effect: .refuse(status: 403, body: .html, retryAfter: nil))
    let store = try PretendStore(faults: [fault])
    // Every single question has its answer, so all of them are gaps.
    #expect(try store.run().status == 3)
    try store.reopen()
    #expect(try store.run(asOf: "2026-03-10T03:00:01Z").status == 1)
    #expect(try store.judge().status == 0)
  }

  @Test func `shows a new token where one is refused, and ends with 77 where all are`() throws {
    let refused = Fault.Effect.refuse(status: 401, body: .none, retryAfter: nil)
    let once = try PretendStore(
      faults: [Fault(match: .init(path: "/inApps", nth: 9), effect: refused)])
    #expect(try once.run().status == 1)
    let store = try PretendStore(
      faults: [
        Fault(match: .init(path: Trouble.history, nth: 20, count: .max), effect: refused)
      ])
    let answer = try store.run()
    #expect(answer.status == 77)
    #expect(answer.output.isEmpty)
    try store.reopen()
    let next = try store.run(asOf: "2026-03-10T03:00:01Z")
    #expect(next.status == 1)
    #expect(try store.judge().status == 0)
    // What was pulled before is not asked for again.
    #expect(store.server.requestCount < 100)
  }
}
