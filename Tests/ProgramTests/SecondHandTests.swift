import Formats
import Records
import StandIn
import Testing

/// A job that asks the store, and hears others tell of it.
@Suite struct `what others tell of the store` {
  private static let known = Scenario(
    stories: [
      Story(
        "refunded later",
        [
          .buy(.init(label: "a", product: .proUnlock, ago: .days(20))), .grant(.init(of: "a")),
          .refund(of: "a", ago: .hours(-5)),
        ]),
      // Without a notification of late nobody counts as seen by them.
      Story(
        "bought yesterday",
        [.buy(.init(label: "a", product: .coins100, ago: .days(1))), .grant(.init(of: "a"))]),
    ], plainCustomers: 3)

  private static let tomorrow = "2026-03-11T03:00:00Z"

  /// The app's server heard of a refund, the store lists its notification late, and the feed is of
  /// yesterday: only the store's own word may accuse.
  @Test func `confirms nothing that the store itself can be asked about`() throws {
    let store = try PretendStore(Self.known)
    let old = try StandInServer(store.folder, clock: PretendStore.clock)
    let token = ["FEED=\(store.folder.identity.feedToken)"]
    func dress() throws {
      try store.edit {
        $0.replacing(
          "issuerId:",
          with: "feed: { url: \"\(old.baseURL)/feed\", tokenEnv: \"FEED\" }, "
            + "pull: { sweep: false, refunds: false }, issuerId:", maxReplacements: 1)
      }
    }
    try dress()
    #expect(try store.run(environment: token).status == 0)
    try store.reopen(
      at: PretendStore.clock.adding(milliseconds: Milliseconds.day),
      faults: [
        Fault(
          match: .init(path: Trouble.notifications, count: .max),
          effect: .twist(.lateNotifications(milliseconds: 30 * Milliseconds.hour)))
      ])
    try dress()
    try store.write("UPDATE orders SET state = 'refunded' WHERE row_id = 1")
    let answer = try store.run(asOf: Self.tomorrow, environment: token)
    #expect(answer.findings.isEmpty, "\(answer.findings)")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(store.server.requests.contains { $0.path.hasPrefix(Trouble.lookUp) })
  }

  /// A feed whose second page fails may have held the newer period.
  @Test(arguments: [
    ("api", 0), ("feed", 3),
  ])
  func `in part accuses nobody by the part that was heard`(_ job: String, _ status: Int32) throws {
    let scenario = Scenario(
      stories: [
        Story(
          "renewed",
          [
            .buy(.init(label: "a", product: .goldMonthly, ago: .days(50))),
            .renew("b", of: "a"), .grant(.init(of: "b")),
          ])
      ], plainCustomers: 0)
    let isFeed = job == "feed"
    let source = isFeed ? SourceJob.feedOfEntitlements : .entitlement
    let store = try source.store(of: scenario)
    try store.reopen(
      feed: FeedStyle(pageSize: 1),
      faults: [
        Fault(
          match: .init(path: "/feed", count: .max).continuing(),
          effect: .refuse(status: 403, body: .html, retryAfter: nil))
      ])
    try source.dress(store)
    let answer = try source.run(store)
    #expect(answer.status == status, "\(answer.output) \(answer.complaints)")
    #expect(Set(answer.findings.map { $0.prefix { $0 != ":" } }).isSubset(of: ["unverifiable"]))
  }
}

extension Fault.Match {
  fileprivate func continuing() -> Self {
    var match = self
    match.isContinuation = true
    return match
  }
}
