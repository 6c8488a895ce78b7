import Reconciliation
import Records
import StandIn
import Testing

@testable import AppStore

/// The lists of customers besides the histories that go on from where they ended.
@Suite struct `a customer's lists` {
  private static let day = Milliseconds.day

  private func refunded(_ name: String, purchases: Int) -> Story {
    var story = collector(name, purchases: purchases)
    story.steps.append(.refund(of: "1", ago: .minutes(30)))
    return story
  }

  @Test func `of refunds are read from where they ended`() throws {
    let store = try StoreOnLoopback([refunded("refunded", purchases: 3)])
    let seed = HistorySeed(id: try #require(try store.customers().first))
    let first = try store.pull()
    try first.pullRefunds(of: [seed])
    #expect(first.report.calls == ["refunds": 1])
    #expect(store.memory.transactionIDs(.refunds).count == 1)
    #expect(store.memory.records.last?.origin == .refundHistory)
    let revision = try #require(store.memory.cursors[PullCursor.refundRevision(of: seed.id)])
    store.memory.endRun()
    let second = try store.pull()
    try second.pullRefunds(of: [seed])
    #expect(store.server.requests.last?.query.contains("revision=\(revision)") == true)
    #expect(store.memory.transactionIDs(.refunds).isEmpty)
    #expect(second.report.gaps.isEmpty)
  }

  @Test func `of refunds that cannot be read hide nothing that the history shows`() throws {
    let broken = fault(refusal(5_000_000), on: Path.refunds, count: .max)
    let store = try StoreOnLoopback([refunded("refunded", purchases: 2)], faults: [broken])
    let seed = HistorySeed(id: try #require(try store.customers().first))
    let pull = try store.pull()
    try pull.pullRefunds(of: [seed])
    try pull.pullHistories(of: [seed])
    #expect(pull.report.gaps.isEmpty)
    let revoked = store.memory.contents(.history).filter { $0.contains("revocationDate") }
    #expect(revoked.count == 1)
  }

  @Test func `are read anew from the beginning, whatever was remembered`() throws {
    var store = try StoreOnLoopback([collector(purchases: 45)])
    let seed = HistorySeed(id: try #require(try store.customers().first))
    try store.pull().pullHistories(of: [seed])
    store.memory.endRun()
    store.app.asOf = clock.adding(milliseconds: Self.day)
    let next = try store.pull()
    try next.pullHistories(of: [seed])
    #expect(next.report.calls == ["history": 1])
    #expect(store.memory.transactionIDs(.history).isEmpty)
    store.memory.endRun()
    store.app.asOf = clock.adding(milliseconds: 2 * Self.day)
    let anew = try store.pull()
    try anew.pullHistoriesAnew(of: [seed])
    #expect(anew.report.calls == ["history": 3])
    #expect(store.memory.transactionIDs(.history).count == 45)
    let text = try #require(store.memory.cursors[PullCursor.walk(of: seed.id)])
    let asOf = store.app.asOf.milliseconds
    #expect(WalkState(text: text) == WalkState(readAt: asOf, anewAt: asOf))
  }

  @Test func `that were broken off while they were read anew go on at that page`() throws {
    var store = try StoreOnLoopback([collector(purchases: 65)])
    let seed = HistorySeed(id: try #require(try store.customers().first))
    try store.pull().pullHistories(of: [seed])
    store.memory.endRun()
    store.app.asOf = clock.adding(milliseconds: Self.day)
    store.memory.pagesLeft = 2
    let killed = try store.pull()
    #expect(throws: SourceFailure.self) { try killed.pullHistoriesAnew(of: [seed]) }
    let text = try #require(store.memory.cursors[PullCursor.walk(of: seed.id)])
    #expect(WalkState(text: text).isAnew)
    #expect(WalkState(text: text).readAt == nil)
    store.memory.pagesLeft = nil
    let next = try store.pull()
    try next.pullHistoriesAnew(of: [seed])
    // Two pages are kept, so the third is asked again at most, and the fourth.
    #expect(next.report.calls == ["history": 2])
    #expect(store.memory.transactionIDs(.history).count == 65)
    let ended = try #require(store.memory.cursors[PullCursor.walk(of: seed.id)])
    #expect(WalkState(text: ended).anewAt == store.app.asOf.milliseconds)
  }

  @Test func `that cannot be read anew are asked for in the next run whoever's turn it is`() throws
  {
    var store = try StoreOnLoopback([collector(purchases: 2)])
    let seed = HistorySeed(id: try #require(try store.customers().first))
    try store.pull().pullHistories(of: [seed])
    store.memory.endRun()
    store.app.asOf = clock.adding(milliseconds: Self.day)
    let broken = try store.later(
      store.app.asOf, faults: [fault(refusal(5_000_000), on: Path.history, count: .max)])
    let pull = try store.pull(of: broken)
    try pull.pullHistoriesAnew(of: [seed])
    #expect(pull.report.unreadSeeds == [seed.id])
    #expect(pull.report.gaps.map(\.transactionID) == [seed.id])
    let text = try #require(store.memory.cursors[PullCursor.walk(of: seed.id)])
    #expect(WalkState(text: text) == WalkState(anewAt: clock.milliseconds))
  }
}
