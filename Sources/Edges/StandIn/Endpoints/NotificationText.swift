import Records
import SQLite

// What a notification says (facts 4.3).
extension StoreCounter {
  func text(
    of notification: RememberedNotification, _ environment: WorldEnvironment, _ sentAt: Instant
  ) throws(Refusal) -> String {
    var body = PayloadText()
    body.add("notificationType", notification.type)
    body.add("subtype", notification.subtype)
    body.add("notificationUUID", notification.uuid)
    switch (notification.type, notification.subtype) {
    case ("RENEWAL_EXTENSION", "SUMMARY"):
      body.add("summary", literal: summary(notification, environment))
    case ("EXTERNAL_PURCHASE_TOKEN", _):
      body.add("externalPurchaseToken", literal: purchaseToken(notification, environment, sentAt))
    case ("RESCIND_CONSENT", _):
      body.add("appData", literal: try appData(notification, environment, sentAt))
    default: body.add("data", literal: try data(notification, environment, sentAt))
    }
    body.add("version", "2.0")
    return body.text
  }

  private func data(
    _ notification: RememberedNotification, _ environment: WorldEnvironment, _ sentAt: Instant
  ) throws(Refusal) -> String {
    var content = opening(environment)
    content.add("bundleVersion", "1.0")
    content.add("environment", environment.rawValue)
    guard let payload = notification.payload else { return content.text }
    content.add("signedTransactionInfo", try sign(payload, at: sentAt))
    if notification.type == "CONSUMPTION_REQUEST" {
      content.add("consumptionRequestReason", "UNINTENDED_PURCHASE")
    }
    if let standing = try standing(of: payload, environment, at: sentAt) {
      content.add("signedRenewalInfo", try sign(standing.renewalInfo, at: sentAt))
      content.add("status", standing.status)
    }
    return content.text
  }

  private func summary(
    _ notification: RememberedNotification, _ environment: WorldEnvironment
  ) -> String {
    var content = PayloadText()
    content.add("requestIdentifier", notification.uuid)
    content.add("environment", environment.rawValue)
    addAbout(environment, to: &content)
    content.add("productId", notification.product)
    content.add("storefrontCountryCodes", Storefront.all.map(\.country))
    content.add("failedCount", 1)
    content.add("succeededCount", 41)
    return content.text
  }

  private func purchaseToken(
    _ notification: RememberedNotification, _ environment: WorldEnvironment, _ sentAt: Instant
  ) -> String {
    var content = PayloadText()
    let prefix = environment == .sandbox ? "SANDBOX_" : ""
    content.add("externalPurchaseId", prefix + notification.uuid)
    content.add("tokenCreationDate", sentAt.milliseconds)
    addAbout(environment, to: &content)
    return content.text
  }

  private func appData(
    _ notification: RememberedNotification, _ environment: WorldEnvironment, _ sentAt: Instant
  ) throws(Refusal) -> String {
    var content = opening(environment)
    content.add("environment", environment.rawValue)
    // The customer is nobody of this world: a child whose parent thought better of it.
    let text = appTransaction(
      of: "704999000000000001", environment, since: sentAt, createdAt: sentAt)
    content.add("signedAppTransactionInfo", try signedText(text))
    return content.text
  }

  private func opening(_ environment: WorldEnvironment) -> PayloadText {
    var content = PayloadText()
    addAbout(environment, to: &content)
    return content
  }

  private func addAbout(_ environment: WorldEnvironment, to content: inout PayloadText) {
    if environment == .production { content.add("appAppleId", identity.appAppleID) }
    content.add("bundleId", identity.bundleID)
  }
}
