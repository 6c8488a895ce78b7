package import Records

/// One thing that a customer got once, as the store tells it.
///
/// Built on demand for the few groups that are judged, so its ids are texts again.
package struct Purchase: Sendable, Equatable {
  /// Names the purchase for ever, whatever alias is learned later.
  package var key: String
  /// Every id that names it, the lowest first.
  package var transactionIDs: [String]
  package var originalTransactionID: String?
  package var bundleID: String
  package var environment: String
  package var productID: String
  package var type = ProductType.unknown
  package var ownership = Ownership.unstated
  package var reason = TransactionReason.unstated
  /// Units paid for; at least one.
  package var quantity = 1
  /// The price of the whole quantity, if it is known.
  package var price: Money?
  package var accountToken: String?
  package var storefront: String?
  /// The earliest purchase date of its aliases.
  package var date: Instant?
  package var expires: Instant?
  package var revokedAt: Instant?
  package var revocationReason: Int32?
  /// Thousandths of a percent of the price that came back.
  package var revocationPercentage: Int32?
  package var isSuperseded = false
  /// Why the store's records contradict each other, if they do.
  package var conflict: String?
  /// Whether the store said so in this run.
  package var isFresh = false
  /// Whether it is a later period of its chain.
  package var isLaterPeriod = false
  package var hasChangedRevocationDate = false

  /// The lowest id, by which reports call it.
  package var transactionID: String { transactionIDs.first ?? "" }

  /// Whether it stands: neither taken back nor ended by an upgrade.
  package var stands: Bool { revokedAt == nil && !isSuperseded }

  /// Whether the store took it back, which an upgrade is not.
  package var isRevoked: Bool { revokedAt != nil && !isSuperseded }

  /// Whether it is somebody else's money: a family member's copy or an assigned seat.
  package var isShared: Bool { !ownership.isBuyers }

  /// The price of so many of its units; nil if the price is unknown or the amount beyond 64 bits.
  package func price(ofUnits units: Int) -> Money? {
    price?.part(Int64(units), of: Int64(max(quantity, 1)))
  }
}

extension Purchase {
  /// One unit of a product under one id, of which nothing more is known.
  package init(
    _ transactionID: String, of productID: String, bundleID: String, environment: String,
    date: Instant? = nil
  ) {
    self.init(
      key: "transaction/\(transactionID)", transactionIDs: [transactionID], bundleID: bundleID,
      environment: environment, productID: productID, date: date)
  }
}
