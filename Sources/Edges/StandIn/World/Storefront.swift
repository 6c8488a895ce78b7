/// The country's store in which a customer buys.
struct Storefront: Sendable, Equatable {
  /// ISO 3166-1, three letters.
  let country: String
  /// Apple's number for it.
  let id: String
  /// ISO 4217.
  let currency: String
  /// What a US dollar's price is multiplied with.
  let factor: Int64

  static let all = [
    Storefront(country: "USA", id: "143441", currency: "USD", factor: 1),
    Storefront(country: "DEU", id: "143443", currency: "EUR", factor: 1),
    Storefront(country: "JPN", id: "143462", currency: "JPY", factor: 150),
  ]

  /// Thousandths of the currency for a price in thousandths of a dollar.
  ///
  /// Apple counts in thousandths for yen too, and asks whole tens of them (facts 4.1.1).
  func price(_ dollars: Int64) -> Int64 {
    guard factor > 1 else { return dollars }
    return (dollars + 10) * factor / 10_000 * 10_000
  }

  /// A storefront, most often the first.
  static func pick(_ random: inout SeededRandom) -> Storefront {
    let draw = random.number(in: 0...99)
    return draw < 70 ? all[0] : draw < 85 ? all[1] : all[2]
  }
}
