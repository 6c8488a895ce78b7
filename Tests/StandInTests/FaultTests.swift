import Curl
import StandIn
import System
import Testing

private let path = "/inApps/v1/transactions/1"

private func fault(_ effect: Fault.Effect, nth: Int = 1, count: Int = 1) -> Fault {
  Fault(match: .init(path: "/inApps/v1/transactions/", nth: nth, count: count), effect: effect)
}

@Suite struct `a fault` {
  @Test func `strikes in its turn and then no more`() throws {
    let busy = Fault.Effect.refuse(status: 503, body: .none, retryAfter: nil)
    let html = Fault.Effect.refuse(status: 502, body: .html, retryAfter: nil)
    let store = try StoreOnLoopback(faults: [
      fault(busy, nth: 2), fault(html, nth: 2, count: 2),
    ])
    var statuses: [Int] = []
    for _ in 1...6 { statuses.append(try store.get(path).status) }
    #expect(statuses == [404, 503, 502, 502, 404, 404])
    #expect(store.server.requests.map(\.fault).map { $0 != nil } == statuses.map { $0 != 404 })
  }

  @Test func `leaves other paths alone`() throws {
    let busy = Fault.Effect.refuse(status: 503, body: .none, retryAfter: nil)
    let store = try StoreOnLoopback(faults: [fault(busy)])
    #expect(try store.get("/inApps/v2/history/1").status == 404)
    #expect(try store.get("/sandbox" + path).status == 404)
    #expect(try store.get(path).status == 503)
  }

  @Test func `names the moment to come back as Apple does`() throws {
    let effect = Fault.Effect.refuse(
      status: 429, body: .error(code: 4_290_000, message: "Later."),
      retryAfter: .milliseconds(1_500))
    let store = try StoreOnLoopback(faults: [fault(effect)])
    let before = Clock.nowMilliseconds()
    let answer = try store.get(path)
    #expect(answer.status == 429)
    #expect(try answer.object.integer("errorCode") == 4_290_000)
    let moment = try #require(answer.header("Retry-After").flatMap { Int64($0) })
    #expect(moment >= before + 1_500 && moment <= Clock.nowMilliseconds() + 1_500)
  }

  @Test func `cuts the connection`() throws {
    let store = try StoreOnLoopback(faults: [
      fault(.cut(afterBytes: 10)), fault(.noAnswer),
    ])
    for _ in 1...2 {
      guard case .failure(let failure) = try store.attempt(path) else {
        Issue.record("an answer came")
        continue
      }
      #expect(failure.kind == .cut)
    }
    #expect(try store.get(path).status == 404)
  }

  @Test func `gives half of the JSON as if it were whole`() throws {
    let store = try StoreOnLoopback(faults: [fault(.truncatedJSON)])
    let half = try store.get(path)
    #expect(half.status == 404)
    let whole = try store.get(path)
    #expect(half.body == Array(whole.body.prefix(whole.body.count / 2)))
  }

  @Test func `makes an answer late`() throws {
    let store = try StoreOnLoopback(faults: [fault(.late(milliseconds: 120))])
    let start = Clock.monotonicMilliseconds()
    #expect(try store.get(path).status == 404)
    #expect(Clock.monotonicMilliseconds() - start >= 120)
  }

  @Test func `can deny what exists, once`() throws {
    let denial = Fault.Effect.refuse(
      status: 404, body: .error(code: 4_040_010, message: "Not found."), retryAfter: nil)
    let store = try StoreOnLoopback(plainCustomers: 1, faults: [fault(denial)])
    let id = try #require(try store.firstLedgerID())
    #expect(try store.get("/inApps/v1/transactions/\(id)").status == 404)
    #expect(try store.get("/inApps/v1/transactions/\(id)").status == 200)
  }
}
