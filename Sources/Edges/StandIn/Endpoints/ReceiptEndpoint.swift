import Formats
import Microhttpd
import Records

// Apple's deprecated check of a receipt (facts 6).
extension StoreCounter {
  /// Answers with a status of its own; the status of HTTP is 200 in any case.
  func receiptAnswer(
    to request: IncomingRequest, _ environment: WorldEnvironment
  ) -> OutgoingResponse {
    guard request.method == "POST" else { return status(21_000) }
    var scanner = JSONScanner(request.body)
    guard let body = try? scanner.document().object, let text = body["receipt-data"]?.string,
      let bytes = try? Base64.decode(Array(text.utf8).span, .standard, padding: .required),
      bytes.first == 0x30
    else { return status(21_002) }
    guard body["password"]?.string == identity.sharedSecret else { return status(21_004) }
    guard let content = receipts.content(of: bytes), let receipt = ReceiptText(content: content)
    else { return status(21_003) }
    guard receipt.environment == environment else {
      return status(environment == .production ? 21_007 : 21_008)
    }
    guard let records = records(of: receipt), let latest = newReceipt(receipt, records) else {
      return status(21_009)
    }
    return answer(records, latest, environment)
  }

  /// The app receipt of the customer of an id, as it would be made now; nil where nobody has it.
  func receipt(of id: String, _ environment: WorldEnvironment) -> String? {
    let customer = try? world.customer(of: id, in: environment, at: clock.milliseconds)
    guard let customer else { return nil }
    let receipt = ReceiptText(customer: customer, environment: environment)
    return records(of: receipt).flatMap { newReceipt(receipt, $0) }
  }

  private func newReceipt(_ receipt: ReceiptText, _ records: [JSONObject]) -> String? {
    try? receipts.base64(receipt.content(of: records, identity, at: clock))
  }

  /// What the customer's history lists now; nil where the memory fails.
  private func records(of receipt: ReceiptText) -> [JSONObject]? {
    let found = try? world.history(
      of: receipt.customer, in: receipt.environment, at: clock.milliseconds, beyond: .beginning,
      isDescending: false, condition: "1", limit: 10_000)
    return found?.compactMap { Self.facts($0.payload) }
  }

  private func status(_ number: Int64) -> OutgoingResponse {
    var body = PayloadText()
    body.add("status", number)
    return .json(body.text)
  }

  private static func facts(_ payload: String) -> JSONObject? {
    var scanner = JSONScanner(Array(payload.utf8))
    return try? scanner.document().object
  }

  private func answer(
    _ records: [JSONObject], _ receiptText: String, _ environment: WorldEnvironment
  ) -> OutgoingResponse {
    let shown = ReceiptText.shown(records)
    var receipt = PayloadText()
    receipt.add(
      "receipt_type", environment == .production ? "Production" : "ProductionSandbox")
    receipt.add("adam_id", environment == .production ? identity.appAppleID : 0)
    receipt.add("bundle_id", identity.bundleID)
    receipt.add("application_version", "1.0")
    receipt.addReceiptDate("receipt_creation_date", clock.milliseconds)
    receipt.addReceiptDate("request_date", clock.milliseconds)
    receipt.add("in_app", literal: PayloadText.list(shown.map { Self.entry($0, isLatest: false) }))
    var body = PayloadText()
    body.add("status", 0)
    body.add("environment", environment.rawValue)
    body.add("receipt", literal: receipt.text)
    if records.contains(where: { $0["webOrderLineItemId"] != nil }) {
      let lasting = shown.filter { $0["type"]?.string != "Consumable" }
      let entries = lasting.map { Self.entry($0, isLatest: true) }
      body.add("latest_receipt", receiptText)
      body.add("latest_receipt_info", literal: PayloadText.list(entries))
    }
    return .json(body.text)
  }

  /// One purchase; every value is a text (facts 6.4).
  private static func entry(_ record: JSONObject, isLatest: Bool) -> String {
    var entry = PayloadText()
    entry.add("quantity", record["quantity"]?.number)
    entry.add("product_id", record["productId"]?.string)
    entry.add("transaction_id", record["transactionId"]?.string)
    entry.add("original_transaction_id", record["originalTransactionId"]?.string)
    entry.add("web_order_line_item_id", record["webOrderLineItemId"]?.string)
    let dates = [
      ("purchase_date", "purchaseDate"), ("original_purchase_date", "originalPurchaseDate"),
      ("expires_date", "expiresDate"), ("cancellation_date", "revocationDate"),
    ]
    for (name, field) in dates {
      guard let moment = record[field]?.number.flatMap({ Int64($0) }) else { continue }
      entry.addReceiptDate(name, moment)
    }
    entry.add("cancellation_reason", record["revocationReason"]?.number)
    entry.add("is_trial_period", record["offerType"] == nil ? "false" : "true")
    entry.add("in_app_ownership_type", record["inAppOwnershipType"]?.string)
    if isLatest {
      entry.add("subscription_group_identifier", record["subscriptionGroupIdentifier"]?.string)
      if record["isUpgraded"] != nil { entry.add("is_upgraded", "true") }
      entry.add("app_account_token", record["appAccountToken"]?.string)
    }
    return entry.text
  }
}

extension PayloadText {
  /// A date in Apple's two zoneless forms; the third, in California's time, is left out.
  fileprivate mutating func addReceiptDate(_ name: String, _ milliseconds: Int64) {
    let whole = Instant(milliseconds: milliseconds - milliseconds % 1_000).text
    add(name, whole.dropLast().map { $0 == "T" ? " " : String($0) }.joined() + " Etc/GMT")
    add("\(name)_ms", String(milliseconds))
  }
}
