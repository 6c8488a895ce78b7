import StandIn
import Testing

@Suite struct `the log of requests` {
  @Test func `names endpoint and environment`() throws {
    let store = try StoreOnLoopback()
    _ = try store.get("/inApps/v2/history/1?revoked=true")
    _ = try store.get("/sandbox/inApps/v1/transactions/1")
    _ = try store.get("/inApps/v1/transactions/appTransactions/1")
    _ = try store.get("/inApps/v3/history/1")
    _ = try store.post("/inApps/v1/notifications/history", "{}")
    let requests = store.server.requests
    #expect(
      requests.map(\.endpoint) == [.history, .lookup, .appTransaction, nil, .notifications])
    #expect(
      requests.map(\.environment) == [
        .production, .sandbox, .production, .production, .production,
      ])
    #expect(requests.first?.query == "revoked=true")
  }
}
