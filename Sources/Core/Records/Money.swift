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
