import Matching
import Records
import Specimens
import Testing

/// By which rung a row finds its purchase: the first that holds.
@Suite struct `a ledger row` {
  @Test(arguments: Rung.climbed)
  func `finds its purchase`(_ rung: Rung) {
    for order in rung.maker.everyOrder {
      let found = order.groups().filter { !$0.rows.isEmpty }
      #expect(found.map { $0.purchase?.transactionID } == [rung.purchase])
      #expect(found.first?.rows.map(\.tie) == [rung.tie])
    }
  }

  @Test(arguments: Rung.missed)
  func `finds none`(_ rung: Rung) {
    for order in rung.maker.everyOrder {
      #expect(order.groups().flatMap(\.rows) == [])
      #expect(order.match().unexplainedRows.count == 1)
    }
  }

  @Test func `out of scope is looked for nowhere`() {
    let maker = BookMaker().sold("1001").granted("1001") { $0.isOutOfScope = true }
    #expect(maker.groups().map(\.rows) == [[]])
    #expect(maker.match().unexplainedRows.isEmpty)
  }

  @Test func `in one environment of two has its purchase there`() {
    let maker = BookMaker().sold("1001").sold("1001") { $0.environment = "Sandbox" }
      .granted("1001", to: "u1").granted("1001", to: "tester") { $0.environment = "Sandbox" }
    for order in maker.everyOrder {
      #expect(order.groups().map { $0.rows.map(\.user) } == [["u1"], ["tester"]])
      #expect(order.groups().flatMap(\.rows).map(\.tie) == [.id, .id])
    }
  }
}

/// One row and some purchases.
struct Rung: Sendable, CustomStringConvertible {
  let description: String
  let purchase: String
  let tie: Tie
  let maker: BookMaker

  init(_ reason: String, _ maker: BookMaker) {
    self.init(reason, "", .none, maker)
  }

  init(_ reason: String, _ purchase: String, _ tie: Tie, _ maker: BookMaker) {
    description = reason
    self.purchase = purchase
    self.tie = tie
    self.maker = maker
  }

  static let climbed: [Rung] = [
    Rung("by its id", "1001", .id, BookMaker().sold("1001").sold("1002").granted("1001")),
    Rung("by an alias", "1001", .id, unlock.granted("1002", to: "u1", "pro.lifetime")),
    Rung(
      "by its id rather than its line item", "1002", .id,
      months.granted("1002", to: "u1") { $0.lineItem = "91001" }),
    Rung(
      "by its line item", "1002", .lineItem, months.granted("5", to: "u1") { $0.lineItem = "91002" }
    ),
    Rung(
      "by its id, in another environment", "1001", .otherEnvironment,
      BookMaker().sold("1001") { $0.environment = "Sandbox" }.granted("1001")),
    Rung(
      "by its id, where the row claims another environment", "1001", .otherEnvironment,
      BookMaker().sold("1001").granted("1001") { $0.environment = "Sandbox" }),
    Rung(
      "by its id, in another app", "1001", .otherBundle,
      BookMaker().sold("1001") { $0.bundle = "com.example.other" }.granted("1001")),
    Rung(
      "in another environment rather than another app", "1001", .otherEnvironment,
      BookMaker().sold("1001") { $0.bundle = "com.example.other" }
        .sold("1001") { $0.environment = "Sandbox" }.granted("1001")),
    Rung(
      "by its id elsewhere rather than its instant here", "5", .otherEnvironment,
      months.sold("5") { $0.environment = "Sandbox" }.granted("5", to: "u1", "gold.monthly") {
        $0.original = "1001"
      }),
    Rung("by chain, product and instant", "1002", .instant, months.atInstant()),
    Rung(
      "two seconds late", "1002", .instant,
      months.atInstant { $0.purchaseTime = $0.purchaseTime?.plus(seconds: 2) }),
    Rung(
      "two seconds early", "1002", .instant,
      months.atInstant { $0.purchaseTime = $0.purchaseTime?.minus(seconds: 2) }),
    Rung(
      "by an unlock's original id", "1001", .original,
      unlock.granted("5", to: "u1", "pro.lifetime") { $0.original = "1000" }),
    Rung(
      "by an unlock's original id in the column of ids", "1001", .original,
      unlock.granted("1000", to: "u1", "pro.lifetime")),
  ]

  static let missed: [Rung] = [
    Rung("by another id", BookMaker().sold("1001").granted("1002")),
    Rung("by an id that is close", BookMaker().sold("1001").granted("01001")),
    Rung(
      "by user and minute",
      BookMaker().sold("1001") { $0.token = "a" }.granted("") {
        $0.token = "a"
      }),
    Rung(
      "more than two seconds off",
      months.atInstant { $0.purchaseTime = $0.purchaseTime?.plus(seconds: 2, milliseconds: 1) }),
    Rung("at the instant, of another product", months.atInstant { $0.product = "silver.monthly" }),
    Rung("at the instant, of another chain", months.atInstant { $0.original = "7" }),
    Rung("at the instant, in another environment", months.atInstant { $0.environment = "Sandbox" }),
    Rung("at no instant", months.atInstant { $0.purchaseTime = nil }),
    Rung(
      "by a consumable's original id",
      BookMaker().sold("1001") { $0.original = "1000" }.granted("5") { $0.original = "1000" }),
    Rung(
      "by the original id of a family member's copy",
      BookMaker().sold("1001", "pro.lifetime") {
        $0.type = .nonConsumable
        $0.original = "1000"
        $0.ownership = .familyShared
      }.granted("5") { $0.original = "1000" }),
    Rung(
      "by the original id, in another environment",
      unlock.granted("5") {
        $0.original = "1000"
        $0.environment = "Sandbox"
      }),
    Rung("by no id where a record has none", BookMaker().sold("").granted("")),
  ]

  private static let months = BookMaker().renewed("1001", of: "1001", daysAgo: 32)
    .renewed("1002", of: "1001", daysAgo: 2)

  private static let unlock = ["1001", "1002"].reduce(BookMaker()) { maker, id in
    maker.sold(id, "pro.lifetime") {
      $0.type = .nonConsumable
      $0.original = "1000"
    }
  }
}

extension BookMaker {
  /// A row of the chain 1001 under an unknown id, at the instant of the period of two days ago.
  fileprivate func atInstant(_ change: (inout Row) -> Void = { _ in }) -> BookMaker {
    granted("5", to: "u1", "gold.monthly") { row in
      row.original = "1001"
      change(&row)
    }
  }
}

/// Many servers write a renewal under the original id.
@Suite struct `a row under the original id` {
  @Test(arguments: [
    ("at the first period's time", Instant.noon.minus(days: 62), "1001"),
    ("at the second's, a minute late", .noon.minus(days: 32).plus(minutes: 1), "1002"),
    ("at the third's", .noon.minus(days: 2), "1003"),
  ])
  func `belongs to the period that its time fits best`(
    _ reason: String, _ time: Instant, _ purchase: String
  ) {
    let timed = Self.chain.granted("1001") { $0.purchaseTime = time }
    for order in timed.everyOrder { #expect(order.ids == [purchase]) }
    let late = Self.chain.granted("1001") {
      $0.purchaseTime = nil
      $0.grantedAt = time
    }
    #expect(late.ids == [purchase])
  }

  @Test func `belongs to the period that its line item names`() {
    let maker = Self.chain.granted("1001") {
      $0.purchaseTime = .noon.minus(days: 62)
      $0.lineItem = "91003"
    }
    #expect(maker.ids == ["1003"])
  }

  @Test func `belongs to the first where it has no time`() {
    #expect(Self.chain.granted("1001") { $0.purchaseTime = nil }.ids == ["1001"])
  }

  @Test func `gives every period its own row`() {
    let maker = Self.chain.granted("1001") { $0.purchaseTime = .noon.minus(days: 62) }
      .granted("1001") { $0.purchaseTime = .noon.minus(days: 32) }
      .granted("1001") { $0.purchaseTime = .noon.minus(days: 2) }
    #expect(maker.ids == ["1001", "1002", "1003"])
  }

  @Test func `is no such row if its id is a renewal's own`() {
    let maker = Self.chain.granted("1003") { $0.purchaseTime = .noon.minus(days: 62) }
    #expect(maker.ids == ["1003"])
  }

  private static let chain = BookMaker().renewed("1001", of: "1001", daysAgo: 62)
    .renewed("1002", of: "1001", daysAgo: 32).renewed("1003", of: "1001", daysAgo: 2)
}

extension BookMaker {
  /// The purchases that have rows.
  fileprivate var ids: [String] {
    groups().filter { !$0.rows.isEmpty }.compactMap { $0.purchase?.transactionID }
  }
}
