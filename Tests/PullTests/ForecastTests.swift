import Formats
import Records
import Reconciliation
import System
import TestKit
import Testing

@testable import AppStore

@Suite struct `the plan of a pull` {
  private static func forecast(
    _ counts: [PullForecast.Count], limit: Int = 180_000, _ standing: BudgetStanding = .init()
  ) -> PullForecast {
    PullForecast(counts, requestsPerHour: limit, standing: standing)
  }

  private static let night: [PullForecast.Count] = [
    .init(endpoint: "history", calls: 12_000), .init(endpoint: "notifications", calls: 61),
    .init(endpoint: "statuses", calls: 0), .init(endpoint: "lookup", calls: 339),
  ]

  @Test func `says how much, what of the hour, and how long`() {
    #expect(
      Self.forecast(Self.night).lines == [
        "12400 calls: history 12000, notifications 61, look-ups 339; 6.9 % of the hour's 180000; "
          + "about 4 min 11 s"
      ])
  }

  @Test func `counts rare endpoints against their own limit`() {
    let forecast = Self.forecast([
      .init(endpoint: "history", calls: 1), .init(endpoint: "refunds", rate: .rare, calls: 36_000),
    ])
    #expect(
      forecast.lines == [
        "36001 calls: history 1, refunds 36000; under 0.1 % of the hour's 180000; "
          + "100.0 % of the hour's 36000 for refunds; about 1 h 0 min"
      ])
  }

  @Test(arguments: [
    (1, 1, "1 call: history 1; 100.0 % of the hour's 1; about 1 h 0 min"),
    (1, 1_000, "1 call: history 1; 0.1 % of the hour's 1000; about 4 s"),
    (1, 2_000, "1 call: history 1; 0.1 % of the hour's 2000; about 2 s"),
    (1, 2_001, "1 call: history 1; under 0.1 % of the hour's 2001; about 2 s"),
    (
      3_000_000, 180_000,
      "3000000 calls: history 3000000; 1666.7 % of the hour's 180000; about 16 h 50 min"
    ),
  ])
  func `is exact at its edges`(_ calls: Int, _ limit: Int, _ line: String) {
    #expect(Self.forecast([.init(endpoint: "history", calls: calls)], limit: limit).lines == [line])
  }

  @Test func `of nothing says so`() {
    #expect(Self.forecast([]).lines == ["no calls"])
    #expect(Self.forecast([]).seconds == 0)
  }

  @Test func `says what stands in the way now`() {
    var budget = RequestBudget()
    while budget.take(.lookup, limit: 1_000) == .now {}
    budget.hold(.history, milliseconds: 300_000)
    let forecast = Self.forecast(
      [.init(endpoint: "history", calls: 10)], limit: 1_000,
      BudgetStanding(budget, requestsPerHour: 1_000))
    #expect(
      forecast.lines == [
        "10 calls: history 10; 1.0 % of the hour's 1000; about 51 s",
        "other runs have spent the hour's 1000: the first call in 1 s",
        "history: the store asks to be left alone for 5 min 0 s more",
      ])
  }

  @Test func `is there for programs`() {
    var writer = JSONWriter()
    Self.forecast(Self.night).write(into: &writer)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == """
        {"calls":12400,"endpoints":{"history":12000,"notifications":61,"lookup":339},\
        "limits":[{"rate":"usual","requestsPerHour":180000,"calls":12400}],"seconds":251}
        """)
  }
}
