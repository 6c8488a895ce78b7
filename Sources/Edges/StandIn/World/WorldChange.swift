package import Records

/// One thing that happened in a world after it was made.
package struct WorldChange: Sendable, Equatable {
  /// What happened.
  package enum Kind: String, Sendable, CaseIterable {
    /// A known customer bought something.
    case purchase
    /// Somebody bought of whom the world knew nothing.
    case newCustomer = "new-customer"
    /// The next period of a subscription began.
    case renewal
    /// The store took a purchase back.
    case refund
  }

  package let kind: Kind
  package let transactionID: String
  package let originalTransactionID: String
  /// The app transaction's id.
  package let customer: String
  package let productID: String
  package let purchaseDate: Instant
  /// When it happened.
  package let at: Instant
  /// An earlier transaction of the customer, whose ledger row names the user; nil for somebody new.
  let known: String?

  /// The change as a line of JSON.
  var line: String {
    var object = PayloadText()
    object.add("change", kind.rawValue)
    object.add("transactionId", transactionID)
    object.add("originalTransactionId", originalTransactionID)
    object.add("appTransactionId", customer)
    object.add("productId", productID)
    object.add("purchaseDate", purchaseDate.milliseconds)
    object.add("at", at.milliseconds)
    return object.text + "\n"
  }
}
