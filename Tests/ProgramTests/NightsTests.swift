import Formats
import Records
import StandIn
import Testing

/// A world in which things go on happening after the first night.
@Suite struct `night after night` {
  private static let scenario = Scenario(
    stories: [
      Story(
        "an old purchase refunded tomorrow",
        [
          .buy(.init(label: "a", product: .coins500, ago: .days(700))), .grant(.init(of: "a")),
          .refund(of: "a", ago: .hours(-5)),
        ]),
      Story(
        "a refund reversed tomorrow",
        [
          .buy(.init(label: "a", product: .coins500, ago: .days(9))), .grant(.init(of: "a")),
          .refund(of: "a", ago: .days(3)), .reverseRefund(of: "a", ago: .hours(-6)),
        ]),
      Story(
        "somebody nobody knows",
        [
          .buy(.init(label: "a", product: .coins500, ago: .hours(-10))),
          .refund(of: "a", ago: .days(-100)),
        ]),
      Story(
        "a second purchase of a known customer",
        [
          .buy(.init(label: "a", product: .coins500, ago: .days(20))), .grant(.init(of: "a")),
          .buy(.init(label: "b", product: .coins500, ago: .days(-5))),
        ]),
    ], plainCustomers: 20)

  private func moment(_ days: Int64) -> Instant {
    PretendStore.clock.adding(milliseconds: days * Milliseconds.day)
  }

  /// A night so many days after the first; how many findings are new, by kind.
  private func night(
    _ store: PretendStore, _ days: Int64
  ) throws -> (status: Int32, new: [String], all: [String], calls: Int) {
    try store.reopen(at: moment(days))
    let answer = try store.run(asOf: moment(days).text)
    let new = Set(answer.ids("new"))
    let findings = answer.json?.object?["findings"]?.array ?? []
    let kinds = findings.filter { new.contains($0.object?["id"]?.string ?? "") }
      .map { $0.object?["kind"]?.string ?? "" }
    return (
      answer.status, kinds, answer.findings.map { String($0.prefix { $0 != ":" }) },
      store.server.requestCount
    )
  }

  @Test func `says what is new once, and asks little where nothing is`() throws {
    let store = try PretendStore(Self.scenario)
    let first = try night(store, 0)
    #expect(first.status == 1)
    #expect(first.new == ["refund-not-applied"])
    let second = try night(store, 1)
    #expect(second.status == 1)
    #expect(second.new == ["missed-delivery", "refund-not-applied"])
    // The reversed one is resolved.
    #expect(second.all == ["missed-delivery", "refund-not-applied"])
    let quiet = try night(store, 2)
    #expect(quiet.status == 0)
    // The window, two open findings, and the customer whose turn it is: refunds and history.
    #expect(quiet.calls <= 6)
  }

  @Test func `catches up after nights that were missed`() throws {
    let store = try PretendStore(Self.scenario)
    _ = try night(store, 0)
    let late = try night(store, 12)
    #expect(late.status == 1)
    #expect(late.new == ["missed-delivery", "missed-delivery", "refund-not-applied"])
    #expect(late.calls < 30)
    #expect(try night(store, 13).status == 0)
  }

  /// Beyond the horizon notifications say nothing, so everybody is asked again: those too whom no
  /// row of the ledger names.
  @Test func `asks everybody again after more nights than the store remembers`() throws {
    let store = try PretendStore(Self.scenario)
    _ = try night(store, 0)
    #expect(try night(store, 1).all == ["missed-delivery", "refund-not-applied"])
    let late = try night(store, 300)
    // The missed delivery was refunded meanwhile.
    #expect(late.all == ["missed-delivery", "refund-not-applied"])
    #expect(late.new == ["missed-delivery"])
    #expect(try night(store, 301).status == 0)
  }

  @Test func `of an earlier moment resolves nothing that came later`() throws {
    let store = try PretendStore(Self.scenario)
    _ = try night(store, 0)
    #expect(try night(store, 12).status == 1)
    let earlier = try store.run(asOf: moment(3).text)
    #expect(earlier.status == 0, "\(earlier.complaints)")
    let later = try night(store, 13)
    #expect(later.status == 0)
    #expect(later.new.isEmpty)
  }

  @Test func `never puts the report of one moment in the place of another's`() throws {
    let store = try PretendStore(Self.scenario)
    #expect(try store.run(["--run-name", "close"]).status == 1)
    #expect(try store.run(["--run-name", "close"]).status == 0)
    let before = store.report("summary.json")
    let other = try store.run(["--run-name", "close"], asOf: "2026-03-10T04:00:00Z")
    #expect(other.status == 73)
    #expect(other.complaints.contains("as of 2026-03-10T03:00:00Z"))
    #expect(store.report("summary.json") == before)
  }

  /// An app without an address for notifications gets an empty list, which is no evidence.
  @Test func `hears of a refund where no notification is ever listed`() throws {
    var unlisted = Sending()
    unlisted.late = .days(1_000)
    let store = try PretendStore(
      Scenario(
        stories: [
          Story(
            "refunded tomorrow",
            [
              .buy(.init(label: "a", product: .coins500, ago: .days(700))), .delivery(unlisted),
              .grant(.init(of: "a")), .refund(of: "a", ago: .hours(-5)), .delivery(unlisted),
            ])
        ], plainCustomers: 0))
    #expect(try night(store, 0).status == 0)
    let second = try night(store, 1)
    #expect(second.new == ["refund-not-applied"])
    let text = try BuiltProgram.call(
      ["run", store.job, "--as-of", moment(2).text], in: store.scratch
    ).output
    #expect(text.contains("no notification of the last 30 days is listed"))
  }
}
