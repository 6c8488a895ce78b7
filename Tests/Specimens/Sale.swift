package import Records

/// One record of the store, in words: what is not said is absent or dull.
package struct Sale: Sendable, Equatable {
  package var id: String
  package var original = ""
  package var previous = ""
  package var lineItem = ""
  package var holder = ""
  package var bundle = Circumstances.noon.bundleID
  package var environment = Circumstances.noon.environment
  package var product: String
  package var token = ""
  package var type = ProductType.unknown
  package var ownership = Ownership.purchased
  package var reason = TransactionReason.unstated
  package var origin = Origin.signedFile
  package var isUpgraded = false
  package var isFresh = false
  package var quantity: Int32 = 1
  package var date: Instant? = .noon.minus(days: 2)
  package var originalDate: Instant?
  package var expires: Instant?
  package var revoked: Instant?
  package var stated: Instant? = .noon.minus(hours: 1)
  package var price: Int64? = 990
  package var currency = "USD"
  package var storefront = ""
  package var percentage: Int32?

  package init(_ id: String, _ product: String) {
    self.id = id
    self.product = product
  }

  /// The record with its texts named in a table.
  package func record(_ texts: inout TextTable) -> StoreRecord {
    var record = StoreRecord()
    record.transactionID = TransactionID(texts.intern(id))
    record.originalTransactionID = OriginalTransactionID(texts.intern(original))
    record.previousOriginalTransactionID = OriginalTransactionID(texts.intern(previous))
    record.lineItemID = LineItemID(texts.intern(lineItem))
    record.appTransactionID = AppTransactionID(texts.intern(holder))
    record.bundleID = BundleID(texts.intern(bundle))
    record.environment = EnvironmentID(texts.intern(environment))
    record.productID = ProductID(texts.intern(product))
    record.accountToken = AccountToken(texts.intern(token))
    record.currency = texts.intern(currency)
    record.storefront = texts.intern(storefront)
    addFacts(to: &record)
    return record
  }

  private func addFacts(to record: inout StoreRecord) {
    record.type = type
    record.ownership = ownership
    record.reason = reason
    record.origin = origin
    record.isUpgraded = isUpgraded
    record.isFresh = isFresh
    record.quantity = quantity
    record.purchaseDate = date
    record.originalPurchaseDate = originalDate
    record.expiresDate = expires
    record.revocationDate = revoked
    record.statedAt = stated
    record.price = price
    record.revocationPercentage = percentage
  }
}
