import Curl
import StandIn
import System
import Testing

/// A clock that goes on when it is told to.
private final class TestClock: Sendable {
  private let milliseconds = Guarded<Int64>(1_800_000_000_000)

  var now: Int64 { milliseconds.withLock { $0 } }

  func advance(_ step: Int64) { milliseconds.withLock { $0 += step } }
}

private let lookup = "/inApps/v1/transactions/1"
private let hour: Int64 = 3_600_000

@Suite struct `an hourly limit` {
  private func store(_ requests: Int, _ clock: TestClock) throws -> StoreOnLoopback {
    try StoreOnLoopback(limits: HourlyLimits(requestsPerHour: requests), now: { clock.now })
  }

  @Test func `counts what lies less than an hour back`() throws {
    let clock = TestClock()
    let store = try store(3, clock)
    let start = clock.now
    for _ in 1...3 {
      #expect(try store.get(lookup).status == 404)
      clock.advance(1_000)
    }
    let refused = try store.get(lookup)
    #expect(refused.status == 429)
    #expect(try refused.object.integer("errorCode") == 4_290_000)
    #expect(refused.header("Retry-After") == String(start + hour))
  }

  @Test func `has room again at the moment it names, and not before`() throws {
    let clock = TestClock()
    let store = try StoreOnLoopback(
      limits: HourlyLimits(requestsPerHour: 2), now: { clock.now })
    let server = store.server
    // The log tells when, whatever the token's age.
    for _ in 1...2 {
      _ = try store.get(lookup)
      clock.advance(60_000)
    }
    clock.advance(hour - 120_000 - 1)
    let token = try store.folder.bearerToken(nowMilliseconds: clock.now)
    #expect(try store.get(lookup, token: token).status == 429)
    clock.advance(1)
    #expect(try store.get(lookup, token: token).status == 404)
    let second = try store.get(lookup, token: token)
    #expect(second.status == 429)
    #expect(second.header("Retry-After") == String(clock.now + 60_000))
    #expect(server.requests.map(\.at).last == clock.now)
  }

  @Test func `is each endpoint's and each environment's own`() throws {
    let clock = TestClock()
    let store = try store(10, clock)
    func admitted(_ path: String) throws -> Int {
      var count = 0
      while try store.get(path).status != 429 {
        count += 1
        try #require(count < 50)
      }
      return count
    }
    #expect(try admitted(lookup) == 10)
    #expect(try admitted("/inApps/v2/history/1") == 10)
    #expect(try admitted("/inApps/v2/refund/lookup/1") == 2)
    #expect(try admitted("/inApps/v1/lookup/MK5TTTVWJH") == 2)
    #expect(try admitted("/sandbox/inApps/v1/transactions/1") == 1)
    #expect(try admitted("/sandbox/inApps/v2/refund/lookup/1") == 1)
  }

  @Test func `leaves the feed alone`() throws {
    let store = try store(1, TestClock())
    for _ in 1...3 {
      #expect(try store.get("/feed", token: store.folder.identity.feedToken).status == 200)
    }
  }
}
