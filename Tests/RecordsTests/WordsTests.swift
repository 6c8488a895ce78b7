import Records
import Specimens
import Testing

@Suite struct `money` {
  @Test(arguments: [
    (Int64(4_990), "4.990"), (230_000, "230.000"), (0, "0.000"), (5, "0.005"), (-990, "-0.990"),
    (-1, "-0.001"), (.max, "9223372036854775.807"), (.min, "-9223372036854775.808"),
  ])
  func `has three places`(_ milliunits: Int64, _ text: String) {
    #expect(Money.decimal(milliunits) == text)
    #expect(Money(milliunits: milliunits, currency: "USD").text == text + " USD")
  }
}

@Suite struct `a job's words` {
  @Test(arguments: [
    ("Consumable", ProductType.consumable), ("Non-Consumable", .nonConsumable),
    ("Non-Renewing Subscription", .nonRenewing), ("Auto-Renewable Subscription", .autoRenewable),
    ("consumable", .unknown), ("", .unknown),
  ])
  func `name the kinds of products as Apple does`(_ word: String, _ type: ProductType) {
    #expect(ProductType(payloadWord: word) == type)
  }

  @Test func `have defaults`() {
    let rules = RuleSettings()
    #expect(rules.settleMinutes == 60)
    #expect(rules.refundSettleMinutes == 30)
    #expect(rules.delivery == .server)
    #expect(rules.clientDays == 7)
    #expect(rules.subscriptions == .perPeriod)
    #expect(rules.entitlementToleranceHours == 24)
    #expect(rules.family == .notice)
    #expect(rules.alarmFrom == .wrong)
  }

  @Test func `say what a product gives: goods if it is used up, else access`() {
    let catalogue = ProductCatalogue([
      "pass": CatalogueEntry(grants: .goods), "coins": CatalogueEntry(grants: .access),
    ])
    #expect(catalogue.grants("gems", type: .consumable) == .goods)
    #expect(catalogue.grants("pro", type: .nonConsumable) == .access)
    #expect(catalogue.grants("pass", type: .nonRenewing) == .goods)
    #expect(catalogue.grants("coins", type: .consumable) == .access)
  }

  @Test func `call products by other names`() {
    let catalogue = ProductCatalogue([
      "coins.500": CatalogueEntry(type: .consumable, aliases: ["gold500", "big"])
    ])
    #expect(catalogue.productID(for: "gold500") == "coins.500")
    #expect(catalogue.productID(for: "coins.500") == "coins.500")
    #expect(catalogue.productID(for: "gems") == "gems")
    #expect(catalogue.type(of: "coins.500") == .consumable)
    #expect(catalogue.type(of: "gold500") == nil)
  }

  @Test func `say what a gap covers`() {
    var gap = Gap(reason: "a failed page")
    #expect(gap.scope == "everything")
    gap.userID = "u1"
    gap.productType = .consumable
    gap.transactionID = "1001"
    gap.originalTransactionID = "1000"
    gap.to = .noon
    #expect(
      gap.scope == "user u1, consumables, transaction 1001, chain 1000, the beginning to "
        + "2026-03-10T12:00:00Z")
  }

  @Test func `of an origin are numbers that a state keeps for years`() {
    let known: [Origin] = [
      .unsignedFile, .signedFile, .receipt, .notification, .history, .lookup, .appReceipt,
      .refundHistory, .status, .feed,
    ]
    #expect(known.map(\.rawValue) == Array(0...9))
    #expect(known.filter { !$0.isSigned } == [.unsignedFile, .receipt, .appReceipt, .feed])
    #expect(known.filter(\.isReceipt) == [.receipt, .appReceipt])
  }
}
