import Matching
import Records
import Specimens
import Testing

/// When access ends by the store's word.
@Suite struct `the end of access` {
  @Test func `is that of the newest period, whatever order they come in`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32)
      .renewed("1002", of: "1001", daysAgo: 2)
    for order in maker.everyOrder {
      #expect(order.access?.end == .noon.plus(days: 28))
      #expect(order.access?.settledEnd == .noon.plus(days: 28))
      #expect(order.access?.chainIDs == ["1001", "1002"])
    }
  }

  @Test func `is the revocation of a revoked period, or what stood before it`() {
    let revoked = BookMaker().renewed("1001", of: "1001", daysAgo: 32)
      .renewed("1002", of: "1001", daysAgo: 2) { $0.revoked = .noon.minus(days: 1) }
    #expect(revoked.access?.end == .noon.minus(days: 1))
    #expect(revoked.access?.endsByExpiry == false)
    let early = BookMaker().renewed("1001", of: "1001", daysAgo: 20)
      .renewed("1002", of: "1001", daysAgo: 9) { $0.revoked = .noon.minus(days: 8) }
    #expect(early.access?.end == .noon.plus(days: 10))
  }

  @Test func `is never later than the expiry of a period revoked afterwards`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32) { $0.revoked = .noon }
    #expect(maker.access?.end == .noon.minus(days: 2))
  }

  @Test func `leaves out a period that an upgrade ended`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 12) {
      $0.isUpgraded = true
      $0.expires = .noon.plus(days: 300)
    }.renewed("1002", of: "1001", daysAgo: 2)
    #expect(maker.access?.end == .noon.plus(days: 28))
  }

  @Test func `is that of the grace period, whether it is fresh or settled`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32)
      .renewing("1001", graceUntil: .noon.plus(days: 14))
    #expect(maker.access?.end == .noon.plus(days: 14))
    #expect(maker.access?.settledEnd == .noon.plus(days: 14))
    #expect(maker.access?.mayHaveGrace == false)
  }

  @Test func `is the expiry where billing is retried without grace`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32).renewing("1001")
    #expect(maker.access?.end == .noon.minus(days: 2))
    #expect(maker.access?.mayHaveGrace == false)
  }

  @Test func `may be later by a grace period that nobody asked about`() {
    #expect(BookMaker().renewed("1001", of: "1001", daysAgo: 32).access?.mayHaveGrace == true)
    let revoked = BookMaker().renewed("1001", of: "1001", daysAgo: 32) {
      $0.revoked = .noon.minus(days: 9)
    }
    #expect(revoked.access?.mayHaveGrace == false)
  }

  @Test func `goes by the newest renewal information`() {
    let news: [Int64] = [3, 1, 2]
    let maker = news.reduce(BookMaker().renewed("1001", of: "1001", daysAgo: 32)) { maker, days in
      maker.renewing("1001", graceUntil: .noon.plus(days: days), stated: .noon.minus(days: days))
    }
    #expect(maker.access?.end == .noon.plus(days: 1))
  }

  @Test func `does not count a fresh period as settled`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 30)
      .renewed("1002", of: "1001") {
        $0.date = .noon.minus(minutes: 59)
        $0.expires = .noon.plus(days: 30)
      }
    #expect(maker.access?.end == .noon.plus(days: 30))
    #expect(maker.access?.settledEnd == .noon)
  }

  @Test func `is a migrated chain's too`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32)
      .renewed("1002", of: "2001", daysAgo: 2) { $0.previous = "1001" }
    for order in maker.everyOrder {
      #expect(order.access?.end == .noon.plus(days: 28))
      #expect(order.chain?.purchase?.key == "chain/1001")
    }
  }

  @Test func `is held against every row of the chain`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32)
      .renewed("1002", of: "1001", daysAgo: 2).granted("1001", to: "u1", "gold.monthly")
      .granted("5", to: "u1", "gold.monthly") { $0.original = "1001" }
      .granted("5", to: "u2", "gold.monthly") { $0.original = "7" }
    let rows = maker.chain?.rows.map(\.idAsFound).sorted()
    #expect(rows == ["1001", "5"])
  }
}

extension BookMaker {
  /// The group of the only chain.
  fileprivate var chain: MatchGroup? {
    let match = match(.noon { $0.rules.subscriptions = .entitlement })
    return match.accessChains.count == 1
      ? match.accessChains.first.flatMap { match.group(ofChain: Int($0)) } : nil
  }

  fileprivate var access: Access? { chain?.access }
}
