import Records

/// One transaction as the store knows it at one moment, in Apple's terms.
struct SoldTransaction: Sendable, Equatable {
  var transactionID: String
  var originalTransactionID: String
  var lineItemID: String?
  var bundleID: String
  var product: ProductOnSale
  var purchaseDate: Instant
  var originalPurchaseDate: Instant
  var expiresDate: Instant?
  var quantity: Int64 = 1
  var accountToken: String?
  var isFamilyShared = false
  var revocation: Revocation?
  var isUpgraded = false
  var isFreeTrial = false
  var environment: WorldEnvironment
  var storefront: Storefront
  var isRenewal = false
  var appTransactionID: String

  /// The store took the purchase back.
  struct Revocation: Sendable, Equatable {
    var date: Instant
    /// 1 for a problem in the app, 0 for any other reason.
    var reason: Int64 = 0
    /// `REFUND_FULL`, `REFUND_PRORATED` or `FAMILY_REVOKE`.
    var type = "REFUND_FULL"
    /// Thousandths of a per cent; nil for a family's.
    var percentage: Int64? = 100_000
  }

  /// Thousandths of the storefront's currency for the whole quantity; nobody pays for family.
  var price: Int64? {
    if isFamilyShared { return nil }
    return isFreeTrial ? 0 : storefront.price(product.price) * quantity
  }
}

/// One of the store's two worlds; an id of one is unknown in the other.
package enum WorldEnvironment: String, Sendable, CaseIterable {
  case production = "Production"
  case sandbox = "Sandbox"

  /// How far back notifications can be asked for (facts 2.8).
  var notificationDays: Int64 { self == .production ? 180 : 30 }

  /// What comes before every path of this world.
  package var pathPrefix: String { self == .production ? "" : "/sandbox" }
}
