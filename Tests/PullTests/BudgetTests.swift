import Formats
import Reconciliation
import Records
import System
import TestKit
import Testing

@testable import AppStore

@Suite struct `the hour's budget` {
  private static let hour = Milliseconds.hour

  @Test(arguments: [1, 2, 10, 49, 50, 99, 100, 101, 199, 200, 201, 1_000, 18_000, 180_000])
  func `is never passed in any hour and seldom left`(_ limit: Int) throws {
    let taker = Taker(nil, limit: limit, ClockDouble())
    let sent = try taker.takeAll(for: 4 * Self.hour)
    #expect(sent.most(in: Self.hour) <= limit)
    // The first hour has the depth besides; the last ones show what comes in the long run.
    let late = sent.moments.count - sent.count(within: Self.hour)
    if limit > 1 { #expect(late * 1_000 >= limit * 970 * 3 - 3_000) }
    #expect(sent.count(within: 1) == max(1, Int(18_000_000_000 / TokenBucket(limit: limit).cost)))
  }

  @Test func `holds in a short stretch as well`() throws {
    let sent = try Taker(nil, limit: 36_000, ClockDouble()).takeAll(for: 600_000)
    let cost = TokenBucket(limit: 36_000).cost
    for stretch in [1, 100, 1_000, 60_000, 300_000] as [Int64] {
      let bound = (stretch * 1_000_000 + 18_000_000_000) / cost
      #expect(sent.most(in: stretch) <= Int(bound))
    }
  }

  @Test func `of rare endpoints is a fifth and of its own`() throws {
    let clock = ClockDouble()
    let taker = Taker(nil, limit: 1_000, clock)
    var rare = Endpoint.lookup
    rare.rate = .rare
    #expect(RequestRate.rare.limit(of: 1_000) == 200)
    #expect(try taker.take(rare) == 0)
    let wait = try taker.take(rare)
    #expect(wait > 0 && wait <= 18_182)
    #expect(try taker.take() == 0)
  }

  @Test func `is kept by each of two jobs, and the larger one by both together`() throws {
    let clock = ClockDouble()
    let book = SharedBudget(path: nil, host: clock.host())
    let shared = [1_000, 300].map { Taker(sharing: book, $0, clock) }
    var sent = [SentLog(), SentLog()]
    var both = SentLog()
    while clock.steady < 5_000_000 + 5 * Self.hour {
      for index in [1, 0] where try shared[index].take() == 0 {
        sent[index].add(clock.steady)
        both.add(clock.steady)
      }
      clock.pass(500)
    }
    #expect(both.most(in: Self.hour) <= 1_000)
    #expect(sent[1].most(in: Self.hour) <= 300)
    #expect(both.moments.count >= 5 * 970)
    #expect(sent[1].moments.count >= 5 * 280)
  }

  @Test func `stays with the larger limit when that job comes later`() throws {
    let clock = ClockDouble()
    let small = Taker(nil, limit: 999, clock)
    var sent = try small.takeAll(for: Self.hour)
    let large = Taker(sharing: small.budget, 1_000, clock)
    for moment in try large.takeAll(for: Self.hour).moments { sent.add(moment) }
    #expect(sent.most(in: Self.hour) <= 1_000)
  }

  @Test func `of a small job never slows a large one down`() throws {
    let clock = ClockDouble()
    let small = Taker(nil, limit: 1, clock)
    let large = Taker(sharing: small.budget, 180_000, clock)
    for taker in [large, small] { #expect(try taker.take() == 0) }
    clock.pass(60_000)
    #expect(try small.take() > 3_500_000)
    var free = 0
    while try large.take() == 0 { free += 1 }
    #expect(free == 890)
  }
}

@Suite struct `an endpoint that the store wants left alone` {
  private static let account = BudgetBook.Account(bundleID: "a", environment: "Production")

  @Test func `is, and no other`() throws {
    let clock = ClockDouble()
    let budget = SharedBudget(path: nil, host: clock.host())
    func take(_ endpoint: Endpoint) throws -> RequestBudget.Turn {
      try budget.use(Self.account) { $0.take(endpoint, limit: 1_000) }
    }
    try budget.use(Self.account) { $0.hold(.history, milliseconds: 5_000) }
    try budget.use(Self.account) { $0.hold(.history, milliseconds: 2_000) }
    #expect(try take(.history) == .held(5_000))
    #expect(try take(.lookup) == .now)
    clock.wallOffset -= Milliseconds.day
    clock.pass(4_999)
    #expect(try take(.history) == .held(1))
    clock.pass(1)
    #expect(try take(.history) == .now)
  }

  @Test func `waits where nobody counts, too`() throws {
    var budget = RequestBudget()
    #expect(budget.take(.history, limit: nil) == .now)
    budget.hold(.history, milliseconds: 1)
    #expect(budget.take(.history, limit: nil) == .held(1))
  }
}
