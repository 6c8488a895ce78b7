import AppStore
import Curl
import Reconciliation
import StandIn
import System
import TestKit
import Testing

@Suite struct `a store behind TLS` {
  @Test func `is asked over HTTP/2 when its authority is trusted`() throws {
    let store = try StoreOnLoopback([collector(purchases: 45)])
    let ids = try store.customers()
    let asked = store.server.requestCount
    let front = try SecureFront(of: store.server.port)
    var settings = store.settings
    settings.baseURL = front.baseURL
    settings.sandboxBaseURL = "\(front.baseURL)/sandbox"
    settings.caFile = front.caFile
    let pull = try store.pull(settings, store.memory)
    try pull.pullNotifications()
    try pull.pullHistories(of: ids)
    #expect(pull.report.gaps.isEmpty)
    #expect(store.memory.transactionIDs(.history).count == 45)
    let calls = store.server.requestCount - asked
    #expect(calls == pull.report.calls.values.reduce(0, +))
    // The line of an answer is written when the answer is through, which the caller may see first.
    #expect(waited { front.protocols().count == calls })
    #expect(front.protocols().allSatisfy { $0 == "h2" })
  }

  @Test func `is unreachable when nobody trusted vouches for it`() throws {
    let store = try StoreOnLoopback([collector(purchases: 1)])
    let front = try SecureFront(of: store.server.port)
    var settings = store.settings
    settings.baseURL = front.baseURL
    settings.sandboxBaseURL = "\(front.baseURL)/sandbox"
    let pull = try store.pull(settings, store.memory)
    let failure = try #require(throws: SourceFailure.self) { try pull.pullNotifications() }
    #expect(failure.kind == .unreachable)
    #expect(failure.words.contains("certificate"))
    #expect(store.server.requestCount == 0)
    // It would have been reached.
    settings.caFile = front.caFile
    try store.pull(settings, store.memory).pullNotifications()
    #expect(store.server.requestCount > 0)
  }

  private func waited(_ condition: () -> Bool) -> Bool {
    let end = Clock.monotonicMilliseconds() + 20_000
    while !condition() {
      guard Clock.monotonicMilliseconds() < end else { return false }
      Clock.sleep(milliseconds: 5)
    }
    return true
  }
}
