import Formats
import Records

extension SoldTransaction {
  /// Reads what `payload` wrote; nil for a product or a storefront of another world.
  init?(reading payload: String) {
    var scanner = JSONScanner(Array(payload.utf8))
    guard let facts = try? scanner.document().object,
      let id = facts["transactionId"]?.string,
      let original = facts["originalTransactionId"]?.string,
      let bundle = facts["bundleId"]?.string,
      let product = facts["productId"]?.string.flatMap(ProductOnSale.named),
      let purchased = facts.moment("purchaseDate"),
      let originally = facts.moment("originalPurchaseDate"),
      let environment = facts["environment"]?.string.flatMap(WorldEnvironment.init),
      let country = facts["storefront"]?.string,
      let storefront = Storefront.all.first(where: { $0.country == country }),
      let customer = facts["appTransactionId"]?.string
    else { return nil }
    self.init(
      transactionID: id, originalTransactionID: original, bundleID: bundle, product: product,
      purchaseDate: purchased, originalPurchaseDate: originally, environment: environment,
      storefront: storefront, appTransactionID: customer)
    lineItemID = facts["webOrderLineItemId"]?.string
    expiresDate = facts.moment("expiresDate")
    quantity = facts.integer("quantity") ?? 1
    accountToken = facts["appAccountToken"]?.string
    isFamilyShared = facts["inAppOwnershipType"]?.string == "FAMILY_SHARED"
    isUpgraded = facts["isUpgraded"] != nil
    isFreeTrial = facts["offerType"] != nil
    isRenewal = facts["transactionReason"]?.string == "RENEWAL"
    revocation = facts.moment("revocationDate").map { date in
      Revocation(
        date: date, reason: facts.integer("revocationReason") ?? 0,
        type: facts["revocationType"]?.string ?? "REFUND_FULL",
        percentage: facts.integer("revocationPercentage"))
    }
  }
}

extension JSONObject {
  fileprivate func integer(_ key: String) -> Int64? { self[key]?.number.flatMap { Int64($0) } }

  fileprivate func moment(_ key: String) -> Instant? {
    integer(key).map { Instant(milliseconds: $0) }
  }
}
