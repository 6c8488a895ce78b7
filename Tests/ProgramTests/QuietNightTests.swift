import Records
import StandIn
import Testing

/// What a night asks where many customers are known: counted at the store, never timed.
@Suite struct `a quiet night` {
  private static let clock = PretendStore.clock

  private static let refundedTomorrow = Story(
    "bought two years ago and refunded tomorrow",
    [
      .buy(.init(label: "a", product: .coins500, ago: .days(800))), .grant(.init(of: "a")),
      .refund(of: "a", ago: .hours(-5)),
    ])

  private func moment(_ days: Int64) -> Instant {
    Self.clock.adding(milliseconds: days * Milliseconds.day)
  }

  /// The finding that a change must lead to where the ledger heard of nothing; nil where there is
  /// none, since the access that was refunded had ended long before.
  private func expected(_ change: WorldChange) -> String? {
    guard change.kind == .refund else { return "missed-delivery:\(change.transactionID)" }
    let isLongOver = change.purchaseDate.adding(milliseconds: 32 * Milliseconds.day) < change.at
    let isMonth = change.productID.hasSuffix(".monthly")
    return isMonth && isLongOver ? nil : "refund-not-applied:\(change.transactionID)"
  }

  @Test func `finds all that changed, and asks for that alone`() throws {
    let scenario = Scenario(
      stories: [Self.refundedTomorrow], plainCustomers: 400, oldestDays: 900)
    let store = try PretendStore(scenario, store: "pull: { sweep: false }")
    #expect(try store.run().status == 0)
    // Everybody once, whatever the customer bought.
    #expect(store.server.requests.count { $0.endpoint == .history } == 401)

    // Before the run, so that it has settled.
    let end = moment(1).adding(milliseconds: -2 * Milliseconds.hour)
    let changes = try store.folder.advance(to: end, changes: 40).changes
    try store.reopen(at: moment(1))
    let night = try store.run(asOf: moment(1).text)
    #expect(night.status == 1, "\(night.complaints)")
    let expected = Set(changes.compactMap(expected))
    let others = night.findings.filter { !expected.contains($0) }
    #expect(night.findings.count == expected.count + 1)
    #expect(others.map { $0.prefix { $0 != ":" } } == ["refund-not-applied"])

    let asked = Dictionary(grouping: store.server.requests, by: \.endpoint).mapValues(\.count)
    #expect(asked[.history] == changes.count { $0.kind == .newCustomer })
    #expect(asked[.lookup] ?? 0 <= night.findings.count)
    // Forty notifications of this day and those of three days before, in two windows at most.
    #expect((2...6).contains(asked[.notifications] ?? 0))
    #expect(Set(asked.keys).isSubset(of: [.history, .lookup, .notifications]))
  }

  @Test func `of a sweep reads everybody from the beginning within its nights`() throws {
    let nights: Int64 = 30
    // An empty list of notifications would tell of nobody.
    let steps = [5, -5, -15, -25].map { (days: Int64) in
      Step.notify(Step.Announcement("TEST", ago: .days(days)))
    }
    let scenario = Scenario(
      stories: [Story("heard of", steps)], plainCustomers: 50, oldestDays: 900)
    let store = try PretendStore(
      scenario, store: "pull: { refunds: false, sweep: { nights: \(nights) } }")
    #expect(try store.run().status == 0)
    let everybody = Set(store.server.requests.filter { $0.endpoint == .history }.map(\.path))
    #expect(everybody.count == 50)

    var anew: Set<String> = []
    for night in 1...nights {
      if night == 15 {
        // An app of which nothing at all is heard for a month is not taken to be listened to.
        let before = moment(night).adding(milliseconds: -2 * Milliseconds.hour)
        _ = try store.folder.advance(to: before, changes: 1, ledger: .update)
      }
      try store.reopen(at: moment(night))
      #expect(try store.run(asOf: moment(night).text).status == 0)
      let histories = store.server.requests.filter { $0.endpoint == .history }
      #expect(histories.count <= 2, "no night reads more than its share")
      anew.formUnion(histories.filter { !$0.query.contains("revision=") }.map(\.path))
    }
    #expect(anew == everybody)
  }
}
