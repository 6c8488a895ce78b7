import Matching
import Records
import Specimens
import Testing

/// Which records name one purchase: every row of the table of identities, in every order.
@Suite struct `one purchase` {
  @Test(arguments: Books.joined)
  func `has several ids`(_ example: Books) {
    example.expectPurchases(1)
  }

  @Test(arguments: Books.apart)
  func `is not two`(_ example: Books) {
    example.expectPurchases(example.maker.sales.count)
  }

  @Test func `is named by the lowest of its ids: the shorter, then by bytes`() {
    let maker = BookMaker().restored("1003").restored("999").restored("1002")
    let purchase = maker.groups().first?.purchase
    #expect(purchase?.transactionIDs == ["999", "1002", "1003"])
    #expect(purchase?.transactionID == "999")
  }

  @Test func `is dated by the earliest of its aliases`() {
    let early = Instant.noon.minus(days: 9)
    let maker = BookMaker().restored("1001") { $0.date = .noon }.restored("1002") {
      $0.date = early
    }
    for order in maker.everyOrder { #expect(order.groups().map(\.purchase?.date) == [early]) }
  }
}

/// A few records of the store, and why they are one purchase or several.
struct Books: Sendable, CustomStringConvertible {
  let description: String
  let maker: BookMaker

  init(_ reason: String, _ maker: BookMaker) {
    description = reason
    self.maker = maker
  }

  func expectPurchases(_ count: Int) {
    let groups = maker.groups()
    #expect(groups.count == count)
    for order in maker.everyOrder { #expect(order.groups() == groups) }
  }

  static let joined: [Books] = [
    Books("the same record, seen again", BookMaker().sold("1001").sold("1001")),
    Books(
      "one transaction, stated twice",
      BookMaker().sold("1001").sold("1001") { $0.stated = .noon.minus(days: 1) }),
    Books(
      "one line item, three ids",
      BookMaker().period("1001").period("1002").period("1003") { $0.date = .noon.minus(days: 3) }),
    Books(
      "one line item, and the chain's name changed",
      BookMaker().period("1001").period("1002") { $0.original = "2001" }),
    Books(
      "no line item, but one chain, product and instant",
      BookMaker().period("1001") { $0.lineItem = "" }.period("1002") { $0.lineItem = "" }),
    Books(
      "only one of them has a line item",
      BookMaker().period("1001").period("1002") { $0.lineItem = "" }),
    Books(
      "a subscription by the job's word or its expiry",
      BookMaker().period("1001") { $0.type = .unknown }.period("1002") { $0.type = .unknown }),
    Books("a restored unlock", BookMaker().restored("1001").restored("1002").restored("1003")),
    Books(
      "a restored unlock of another price",
      BookMaker().restored("1001").restored("1002") { $0.price = 0 }),
    Books(
      "a restored pass", BookMaker().pass("1001", days: 9).pass("1002", days: 2, firstDays: 9)),
    Books(
      "a restored pass, five seconds off",
      BookMaker().pass("1001", days: 9).pass("1002", days: 2, firstDays: 9) {
        $0.originalDate = $0.originalDate?.plus(seconds: 5)
      }),
    Books(
      "a pass restored twice",
      BookMaker().pass("1001", days: 9).pass("1002", days: 2, firstDays: 9)
        .pass("1003", days: 1, firstDays: 9)),
    Books(
      "a family member's copy of one holder",
      BookMaker().restored("1001", family).restored("1002", family)),
  ]

  static let apart: [Books] = [
    Books("two charges", BookMaker().sold("1001").sold("1002")),
    Books("0042 and 42", BookMaker().sold("0042").sold("42")),
    Books(
      "consumables of one original id",
      BookMaker().sold("1001").sold("1002") { $0.original = "1001" }),
    Books(
      "consumables of one line item",
      BookMaker().sold("1001") { $0.lineItem = "9" }.sold("1002") { $0.lineItem = "9" }),
    Books(
      "things of unknown type and one original id",
      BookMaker().sold("1001") { $0.type = .unknown }.sold("1002") {
        $0.type = .unknown
        $0.original = "1001"
      }),
    Books(
      "two periods of one chain",
      BookMaker().renewed("1001", of: "1001", daysAgo: 40).renewed("1002", of: "1001")),
    Books(
      "two line items at one instant",
      BookMaker().period("1001").period("1002") { $0.lineItem = "8" }),
    Books(
      "no line item, and a millisecond apart",
      BookMaker().period("1001") { $0.lineItem = "" }.period("1002") {
        $0.lineItem = ""
        $0.date = $0.date?.plus(milliseconds: 1)
      }),
    Books(
      "no line item, and another product",
      BookMaker().period("1001") { $0.lineItem = "" }.period("1002") {
        $0.lineItem = ""
        $0.product = "silver.monthly"
      }),
    Books(
      "no line item, and another chain",
      BookMaker().period("1001") { $0.lineItem = "" }.period("1002") {
        $0.lineItem = ""
        $0.original = "1002"
      }),
    Books("two unlocks", BookMaker().restored("1001").restored("1002") { $0.original = "1002" }),
    Books(
      "two unlocks of which no original id is known",
      BookMaker().restored("1001") { $0.original = "" }.restored("1002") { $0.original = "" }),
    Books("a second pass", BookMaker().pass("1001", days: 9).pass("1002", days: 2, firstDays: 2)),
    Books(
      "a pass that names a moment just beyond five seconds",
      BookMaker().pass("1001", days: 9).pass("1002", days: 2, firstDays: 9) {
        $0.originalDate = $0.originalDate?.plus(seconds: 5, milliseconds: 1)
      }),
    Books(
      "a pass of another chain",
      BookMaker().pass("1001", days: 9).pass("1002", days: 2, firstDays: 9) {
        $0.original = "1002"
      }),
    Books(
      "a family copy and the buyer's own", BookMaker().restored("1001").restored("1002", family)),
    Books(
      "family copies of two holders",
      BookMaker().restored("1001", family).restored("1002") {
        family(&$0)
        $0.holder = "502"
      }),
    Books(
      "family copies whose holder is unknown",
      BookMaker().restored("1001", holderless).restored("1002", holderless)),
    Books(
      "a seat and a family copy",
      BookMaker().restored("1001", family).restored("1002") {
        family(&$0)
        $0.ownership = .assigned
      }),
    Books(
      "one line item, the buyer's and a family member's",
      BookMaker().period("1001").period("1002", family)),
    Books(
      "a test and a real purchase of one id",
      BookMaker().sold("1001").sold("1001") { $0.environment = "Sandbox" }),
    Books(
      "two apps' purchases of one id",
      BookMaker().sold("1001").sold("1001") { $0.bundle = "com.example.other" }),
    Books(
      "one line item in two environments",
      BookMaker().period("1001").period("1002") { $0.environment = "Sandbox" }),
  ]

  private static let family: @Sendable (inout Sale) -> Void = {
    $0.ownership = .familyShared
    $0.holder = "501"
  }

  private static let holderless: @Sendable (inout Sale) -> Void = {
    $0.ownership = .familyShared
  }
}

extension BookMaker {
  /// A period of the chain 1001 with the line item 9.
  fileprivate func period(_ id: String, _ change: (inout Sale) -> Void = { _ in }) -> BookMaker {
    renewed(id, of: "1001") { sale in
      sale.lineItem = "9"
      change(&sale)
    }
  }

  /// An unlock of the chain 1001.
  fileprivate func restored(_ id: String, _ change: (inout Sale) -> Void = { _ in }) -> BookMaker {
    sold(id, "pro.lifetime") { sale in
      sale.type = .nonConsumable
      sale.original = "1001"
      change(&sale)
    }
  }

  /// A pass of the chain 1001, bought so many days ago, whose chain began so many days ago.
  fileprivate func pass(
    _ id: String, days: Int64, firstDays: Int64? = nil, _ change: (inout Sale) -> Void = { _ in }
  ) -> BookMaker {
    sold(id, "pass.30") { sale in
      sale.type = .nonRenewing
      sale.original = "1001"
      sale.date = .noon.minus(days: days)
      sale.originalDate = .noon.minus(days: firstDays ?? days)
      change(&sale)
    }
  }
}
