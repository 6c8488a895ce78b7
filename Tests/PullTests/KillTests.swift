import AppStore
import Records
import Reconciliation
import StandIn
import Testing

@Suite struct `a pull that is killed` {
  private static let killed = SourceFailure(.interrupted, "killed")

  @Test func `goes on with its sweep at the page after`() throws {
    var store = try StoreOnLoopback([collector(purchases: 60)])
    store.settings.pull.notificationDays = 8
    try store.pull().pullNotifications()
    let whole = store.memory.contents()
    let pageCount = store.memory.pages.count
    // Three windows, of which the first is nearly empty.
    #expect(pageCount == 1 + 1 + 3)
    for killedAt in 0..<pageCount {
      let memory = MemoryDouble()
      memory.pagesLeft = killedAt
      let server = try store.later(clock)
      var settings = store.settings
      settings.baseURL = server.baseURL
      let first = try store.pull(settings, memory)
      #expect(throws: Self.killed) { try first.pullNotifications() }
      memory.pagesLeft = nil
      let second = try store.pull(settings, memory)
      try second.pullNotifications()
      #expect(memory.contents() == whole)
      // What was on its way, a page of each window at most, is asked for once more, and no other.
      #expect((pageCount + 1...pageCount + 3).contains(server.requestCount))
      #expect(second.report.sweptSince != nil)
    }
  }

  @Test(arguments: [0, 1, 9, 20])
  func `goes on with its histories where each stood`(_ killedAt: Int) throws {
    let stories = (1...12).map { collector("collector \($0)", purchases: $0 % 3 * 20 + 5) }
    let store = try StoreOnLoopback(stories)
    let names = try store.customers()
    let plain = try store.pull()
    try plain.pullHistories(of: names)
    let whole = store.memory.transactionIDs(.history)
    let callCount = try #require(plain.report.calls["history"])

    let memory = MemoryDouble()
    memory.pagesLeft = min(killedAt, store.memory.pages.count - 1)
    let first = try store.pull(store.settings, memory)
    #expect(throws: Self.killed) { try first.pullHistories(of: names) }
    memory.pagesLeft = nil
    let second = try store.pull(store.settings, memory)
    try second.pullHistories(of: names)
    #expect(second.report.gaps.isEmpty)
    #expect(memory.transactionIDs(.history) == whole)
    let calls = (first.report.calls["history"] ?? 0) + (second.report.calls["history"] ?? 0)
    #expect(calls <= callCount + 8)
  }

  @Test func `asks nothing again that was whole`() throws {
    let store = try StoreOnLoopback((1...5).map { collector("collector \($0)", purchases: 25) })
    let names = try store.customers()
    let first = try store.pull()
    try first.pullNotifications()
    try first.pullHistories(of: names)
    let count = store.server.requestCount
    let second = try store.pull()
    try second.pullNotifications()
    try second.pullHistories(of: names)
    #expect(store.server.requestCount == count)
    #expect(second.report.gaps.isEmpty)
  }
}

@Suite struct `a pull that is stopped` {
  @Test func `keeps what it has and says what is missing`() throws {
    let store = try StoreOnLoopback((1...20).map { collector("collector \($0)", purchases: 25) })
    let names = try store.customers()
    let memory = store.memory
    store.host.stopReason = { memory.pages.count > 5 ? "signal 15 arrived" : nil }
    let pull = try store.pull()
    try pull.pullHistories(of: names)
    #expect(pull.report.stopped == "signal 15 arrived")
    #expect(pull.report.pages == store.memory.pages.count)
    #expect(pull.report.pages > 0)
    let missing = pull.report.gaps
    #expect(!missing.isEmpty)
    #expect(
      missing.allSatisfy {
        $0.nature == .gap && $0.reason.hasSuffix("stopped: signal 15 arrived")
      })
    let read = Set(store.memory.transactionIDs(.history))
    let unread = Set(names).subtracting(read)
    #expect(unread.isSubset(of: Set(missing.compactMap(\.transactionID))))

    #expect(try pull.lookUp(["999"]) == ["999": .unanswered("stopped: signal 15 arrived")])
    try pull.pullNotifications()
    #expect(pull.report.gaps.last?.to == clock)
    #expect(!pull.report.sweepIsUnbroken)

    store.host.stopReason = { nil }
    let next = try store.pull()
    try next.pullHistories(of: names)
    #expect(next.report.gaps.isEmpty)
    #expect(store.memory.transactionIDs(.history).count == 500)
  }

  @Test func `asks nothing after its deadline`() throws {
    let store = try StoreOnLoopback([collector(purchases: 1)])
    store.host.deadline = Instant(milliseconds: store.host.now)
    let pull = try store.pull()
    try pull.pullNotifications()
    #expect(store.server.requestCount == 0)
    #expect(pull.report.stopped == "the time that the run was given is over")
    #expect(pull.report.gaps.count == 1)
  }
}
