import Microhttpd
import Records
import SQLite

// What support asks: an order number, an app transaction (facts 2.6 and 2.10).
extension StoreCounter {
  func order(_ asked: StoreQuestion) throws(Refusal) -> OutgoingResponse {
    guard OrderNumber.isWellFormed(asked.id) else { throw .badRequest }
    let found = try recalling { () throws(SQLiteFailure) in
      try world.records(
        ofOrder: asked.id, in: asked.environment, at: clock.milliseconds)
    }
    var body = PayloadText()
    body.add("status", found.isEmpty ? 1 : 0)
    if !found.isEmpty {
      var signed: [String] = []
      for record in found { signed.append(try sign(record.payload, at: clock)) }
      body.add("signedTransactions", signed)
    }
    return .json(body.text)
  }

  func appTransaction(_ asked: StoreQuestion) throws(Refusal) -> OutgoingResponse {
    let customer = try customer(of: asked.id, asked.environment)
    let since = try recalling { () throws(SQLiteFailure) in
      try world.history(
        of: customer, in: asked.environment, at: clock.milliseconds, beyond: .beginning,
        isDescending: false, condition: "1", limit: 1)
    }.first?.position.at
    let text = appTransaction(
      of: customer, asked.environment,
      since: since.map { Instant(milliseconds: $0) } ?? clock, createdAt: clock)
    var body = PayloadText()
    body.add("signedAppTransactionInfo", try signedText(text))
    return .json(body.text)
  }

  /// The app transaction of a customer, complete: its creation date plays `signedDate`'s part
  /// (facts 4.4).
  func appTransaction(
    of customer: String, _ environment: WorldEnvironment, since: Instant, createdAt: Instant
  ) -> String {
    var text = PayloadText()
    text.add("receiptType", environment.rawValue)
    if environment == .production { text.add("appAppleId", identity.appAppleID) }
    text.add("bundleId", identity.bundleID)
    text.add("applicationVersion", "1.0")
    if environment == .production { text.add("versionExternalIdentifier", 871_000_001) }
    text.add("receiptCreationDate", createdAt.milliseconds)
    // The app came before the first purchase.
    text.add("originalPurchaseDate", since.milliseconds - Milliseconds.hour)
    text.add("originalApplicationVersion", "1.0")
    text.add("appTransactionId", customer)
    text.add("originalPlatform", "iOS")
    return text.text
  }
}
