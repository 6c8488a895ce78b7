import Matching
import Records
import Specimens
import Testing

/// All periods of one original id.
@Suite struct `chains` {
  @Test func `tell the first period from the later ones`() {
    let maker = BookMaker().renewed("1002", of: "1001", daysAgo: 2)
      .renewed("1001", of: "1001", daysAgo: 32).renewed("1003", of: "1001", daysAgo: 1)
    for order in maker.everyOrder {
      #expect(order.laterPeriods == ["1001": false, "1002": true, "1003": true])
    }
  }

  @Test func `are linked by migrations, over several steps`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 62)
      .renewed("1002", of: "2001", daysAgo: 32) { $0.previous = "1001" }
      .renewed("1003", of: "3001", daysAgo: 2) { $0.previous = "2001" }
    for order in maker.everyOrder {
      #expect(order.laterPeriods == ["1001": false, "1002": true, "1003": true])
    }
  }

  @Test func `survive migrations in a circle`() {
    let maker = BookMaker().renewed("1001", of: "1001") { $0.previous = "2001" }
      .renewed("1002", of: "2001") { $0.previous = "1001" }
    #expect(maker.laterPeriods.count == 2)
  }

  @Test func `of other environments and apps are others`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32)
      .renewed("1002", of: "1001") { $0.environment = "Sandbox" }
      .renewed("1003", of: "1001") { $0.bundle = "com.example.other" }
    #expect(!maker.laterPeriods.values.contains(true))
  }

  @Test func `are not made of periods that name no original id`() {
    let maker = BookMaker().renewed("1001", of: "", daysAgo: 32).renewed("1002", of: "")
    #expect(maker.laterPeriods == ["1001": false, "1002": false])
  }

  @Test func `hold no consumables`() {
    let maker = BookMaker().sold("1001").sold("1002") { $0.original = "1001" }
    #expect(maker.laterPeriods == ["1001": false, "1002": false])
  }

  @Test func `are shared where periods went to several accounts, told on the first`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32).renewed("1002", of: "1001")
      .granted("1001", to: "u1", "gold.monthly") { $0.purchaseTime = nil }.granted(
        "1002", to: "u2", "gold.monthly")
    for order in maker.everyOrder {
      #expect(order.groups().map(\.neighbours.chainAccounts) == [["u1", "u2"], []])
    }
  }

  @Test func `are not shared by two users of one account`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32).renewed("1002", of: "1001")
      .granted("1001", to: "guest", "gold.monthly") {
        $0.account = "u2"
        $0.purchaseTime = nil
      }
      .granted("1002", to: "u2", "gold.monthly")
    #expect(maker.groups().flatMap(\.neighbours.chainAccounts) == [])
  }
}

extension BookMaker {
  /// Whether each purchase is a later period, by its lowest id.
  fileprivate var laterPeriods: [String: Bool] {
    groups().compactMap(\.purchase).reduce(into: [:]) { $0[$1.transactionID] = $1.isLaterPeriod }
  }
}
