import Records

extension SoldTransaction {
  /// The payload in Apple's field names and units (facts 4.1), without `signedDate`.
  var payload: String {
    var text = PayloadText()
    text.add("transactionId", transactionID)
    text.add("originalTransactionId", originalTransactionID)
    text.add("webOrderLineItemId", lineItemID)
    text.add("bundleId", bundleID)
    text.add("productId", product.id)
    text.add("subscriptionGroupIdentifier", lineItemID == nil ? nil : "21403001")
    text.add("purchaseDate", purchaseDate.milliseconds)
    text.add("originalPurchaseDate", originalPurchaseDate.milliseconds)
    text.add("expiresDate", expiresDate?.milliseconds)
    text.add("quantity", quantity)
    text.add("type", product.type.payloadWord)
    text.add("appAccountToken", accountToken)
    text.add("inAppOwnershipType", isFamilyShared ? "FAMILY_SHARED" : "PURCHASED")
    addRevocation(to: &text)
    if isUpgraded { text.add("isUpgraded", true) }
    if isFreeTrial {
      text.add("offerType", 1)
      text.add("offerDiscountType", "FREE_TRIAL")
      text.add("offerPeriod", "P2W")
    }
    text.add("environment", environment.rawValue)
    text.add("transactionReason", isRenewal ? "RENEWAL" : "PURCHASE")
    text.add("storefront", storefront.country)
    text.add("storefrontId", storefront.id)
    text.add("price", price)
    text.add("currency", price == nil ? nil : storefront.currency)
    text.add("appTransactionId", appTransactionID)
    return text.text
  }

  private func addRevocation(to text: inout PayloadText) {
    guard let revocation else { return }
    text.add("revocationDate", revocation.date.milliseconds)
    text.add("revocationReason", revocation.reason)
    text.add("revocationType", revocation.type)
    text.add("revocationPercentage", revocation.percentage)
  }
}

/// Says when a payload was signed; Apple's payloads end so.
func payload(_ payload: String, signedAt moment: Instant) -> String {
  "\(payload.dropLast()),\"signedDate\":\(moment.milliseconds)}"
}
