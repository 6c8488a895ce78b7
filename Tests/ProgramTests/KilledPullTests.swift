import StandIn
import System
import Testing

/// A pull that is killed goes on at the page where it stood: counted at the store.
@Suite struct `a pull whose process is killed` {
  /// How many questions are on their way at once.
  private static let inFlight = 8

  private static func store(_ faults: [Fault] = []) throws -> PretendStore {
    let scenario = Scenario(stories: [], plainCustomers: 24, purchasesEach: 25)
    let store = try PretendStore(scenario, faults: faults)
    try store.edit { text in
      text.replacing(
        "issuerId:",
        with: "pull: { notifications: { days: 170 }, sweep: false }, "
          + "feed: { url: \"\(store.server.baseURL)/feed\", tokenEnv: \"FEED\" }, issuerId:")
    }
    return store
  }

  private static func token(_ store: PretendStore) -> [String] {
    ["FEED=\(store.folder.identity.feedToken)"]
  }

  /// In its notifications, in the feed, or in its histories.
  @Test(arguments: [1, 2, 13, 24, 33, 45, 60, 70, 85, 105])
  func `asks for few pages twice`(_ requests: Int) throws {
    let calm = try Self.store()
    let whole = try calm.run(environment: Self.token(calm))
    #expect(whole.status == 0, "\(whole.complaints)")
    let pages = Dictionary(grouping: calm.server.requests, by: \.endpoint).mapValues(\.count)
    #expect(pages[.notifications] ?? 0 > 25)
    #expect(pages[.feed] ?? 0 > 25)
    #expect(pages[.history] == 48)

    let slow = Fault(match: .init(count: .max), effect: .late(milliseconds: 15))
    let store = try Self.store([slow])
    let run = try BackgroundRun(store, environment: Self.token(store))
    try run.waitForRequests(requests)
    try run.send("KILL")
    #expect(try run.end().status == 137)
    // The kill is sent and not waited for: the lock falls when the process is really gone.
    _ = try LockedFile(
      path: store.scratch.path("state.sqlite.lock"), waitingMilliseconds: 30_000)
    #expect(store.server.requestCount < calm.server.requestCount)
    let second = try store.run(environment: Self.token(store))
    #expect(second.status == 0, "\(second.complaints)")
    #expect(store.server.requestCount <= calm.server.requestCount + Self.inFlight)
    let feed = store.server.requests.count { $0.endpoint == .feed }
    #expect(feed <= (pages[.feed] ?? 0) + 1, "one page after another")
    #expect(store.report("summary.json") == calm.report("summary.json"))
  }
}
