import Matching
import Records
import Specimens
import Testing

/// Ended by an upgrade, which is not taken back.
@Suite struct `superseded periods` {
  static let upgrade = Instant.noon.minus(days: 2)

  @Test(
    arguments: [
      ("marked, and no revocation date", true, nil, true),
      ("marked, and revoked with the upgrade", true, upgrade, true),
      ("marked, and revoked within a minute after it", true, upgrade.plus(seconds: 60), true),
      ("marked, and revoked within a minute before it", true, upgrade.minus(seconds: 60), true),
      ("marked, and revoked later", true, upgrade.plus(seconds: 60, milliseconds: 1), false),
      ("marked, and revoked earlier", true, upgrade.minus(seconds: 60, milliseconds: 1), false),
      ("not marked, and revoked with the upgrade", false, upgrade, false),
      ("not marked", false, nil, false),
    ] as [(String, Bool, Instant?, Bool)])
  func `are told from refunds`(
    _ reason: String, _ isUpgraded: Bool, _ revoked: Instant?, _ isSuperseded: Bool
  ) {
    let maker = BookMaker()
      .renewed("1001", of: "1001", daysAgo: 12) {
        $0.isUpgraded = isUpgraded
        $0.revoked = revoked
      }
      .renewed("1002", of: "1001", daysAgo: 2) { $0.product = "gold.yearly" }
    for order in maker.everyOrder {
      let first = order.groups().first?.purchase
      #expect(first?.isSuperseded == isSuperseded)
      #expect(first?.isRevoked == (revoked != nil && !isSuperseded))
    }
  }

  @Test func `need no successor in the book`() {
    let maker = BookMaker().renewed("1001", of: "1001") { $0.isUpgraded = true }
    #expect(maker.groups().first?.purchase?.isSuperseded == true)
  }

  @Test(arguments: [(Int64(60), true), (61, false)], [Origin.receipt, .appReceipt])
  func `carry no mark in a receipt, only the cancellation`(
    _ edge: (seconds: Int64, isSuperseded: Bool), _ origin: Origin
  ) {
    let (seconds, isSuperseded) = edge
    let maker = BookMaker()
      .renewed("1001", of: "1001", daysAgo: 12) {
        $0.origin = origin
        $0.revoked = Self.upgrade.plus(seconds: seconds)
      }
      .renewed("1002", of: "1001", daysAgo: 2)
    #expect(maker.groups().first?.purchase?.isSuperseded == isSuperseded)
  }

  @Test func `have their successor in their own chain`() {
    let maker = BookMaker()
      .renewed("1001", of: "1001", daysAgo: 12) {
        $0.isUpgraded = true
        $0.revoked = Self.upgrade
      }
      .renewed("1002", of: "1002", daysAgo: 2)
    #expect(maker.groups().first?.purchase?.isSuperseded == false)
  }

  @Test func `have it in a chain that was migrated`() {
    let maker = BookMaker()
      .renewed("1001", of: "1001", daysAgo: 12) {
        $0.isUpgraded = true
        $0.revoked = Self.upgrade
      }
      .renewed("1002", of: "2001", daysAgo: 2) { $0.previous = "1001" }
    for order in maker.everyOrder {
      #expect(order.groups().first?.purchase?.isSuperseded == true)
      #expect(order.groups().last?.purchase?.isLaterPeriod == true)
    }
  }
}
