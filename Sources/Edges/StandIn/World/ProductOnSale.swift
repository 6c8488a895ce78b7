package import Records

/// One product of the app that the stand-in sells.
package struct ProductOnSale: Sendable, Equatable {
  package let id: String
  package let type: ProductType
  /// Thousandths of a US dollar.
  package let price: Int64
  /// How long a period lasts, in days; zero for what is bought once.
  package let periodDays: Int64

  /// A hundred coins.
  package static let coins100 = ProductOnSale(
    id: "coins.100", type: .consumable, price: 990, periodDays: 0)
  /// Five hundred coins.
  package static let coins500 = ProductOnSale(
    id: "coins.500", type: .consumable, price: 4_990, periodDays: 0)
  /// Twelve hundred coins.
  package static let coins1200 = ProductOnSale(
    id: "coins.1200", type: .consumable, price: 9_990, periodDays: 0)
  /// The whole app, for good.
  package static let proUnlock = ProductOnSale(
    id: "pro.unlock", type: .nonConsumable, price: 19_990, periodDays: 0)
  /// A season, without renewal.
  package static let seasonPass = ProductOnSale(
    id: "season.pass", type: .nonRenewing, price: 7_990, periodDays: 0)
  /// The lesser subscription, by the month.
  package static let silverMonthly = ProductOnSale(
    id: "silver.monthly", type: .autoRenewable, price: 4_990, periodDays: 30)
  /// The greater subscription, by the month.
  package static let goldMonthly = ProductOnSale(
    id: "gold.monthly", type: .autoRenewable, price: 9_990, periodDays: 30)
  /// The greater subscription, by the year.
  package static let goldYearly = ProductOnSale(
    id: "gold.yearly", type: .autoRenewable, price: 79_990, periodDays: 365)

  /// Everything on the shelf.
  package static let all = [
    coins100, coins500, coins1200, proUnlock, seasonPass, silverMonthly, goldMonthly, goldYearly,
  ]

  /// The product of that id.
  package static func named(_ id: String) -> ProductOnSale? {
    all.first { $0.id == id }
  }
}
