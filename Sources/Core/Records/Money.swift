/// An amount in thousandths of a currency's unit, whatever the currency: 4.99 USD is 4990.
///
/// Apple counts so in every payload, for JPY too (facts 4.1.1).
package struct Money: Hashable, Sendable {
  /// Thousandths of the unit.
  package let milliunits: Int64
  /// The ISO 4217 code.
  package let currency: String

  package init(milliunits: Int64, currency: String) {
    self.milliunits = milliunits
    self.currency = currency
  }
}

extension Money {
  /// The amount with three places and its currency: `4.990 USD`.
  package var text: String {
    "\(Self.decimal(milliunits)) \(currency)"
  }

  /// Thousandths as a plain decimal with three places: `-0.990`.
  package static func decimal(_ milliunits: Int64) -> String {
    let digits = String(milliunits.magnitude)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let point = padded.index(padded.endIndex, offsetBy: -3)
    return (milliunits < 0 ? "-" : "") + padded[..<point] + "." + padded[point...]
  }
}

extension Money {
  /// The part of the amount that `share` makes of `whole`, towards zero; nil beyond 64 bits.
  ///
  /// A ledger may claim billions of units of something dear, and no amount is better than a wrong
  /// one. `whole` is above 0.
  package func part(_ share: Int64, of whole: Int64) -> Money? {
    let exact = Int128(milliunits) * Int128(share) / Int128(whole)
    return Int64(exactly: exact).map { Money(milliunits: $0, currency: currency) }
  }
}

extension Money {
  /// ISO 4217's code for no currency.
  package static let noCurrency = "XXX"
}
