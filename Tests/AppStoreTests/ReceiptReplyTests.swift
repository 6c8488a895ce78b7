import AppStore
import Reconciliation
import TestKit
import Testing

private func reply(_ json: String) throws -> ReceiptReply {
  try ReceiptReply(Array(json.utf8), bundleID: "com.example.game", environment: "Production")
}

private func entry(_ id: String, _ members: String = "") -> String {
  """
  {"transaction_id":"\(id)","original_transaction_id":"1","product_id":"gold","quantity":"1",\
  "purchase_date_ms":"1772521200000"\(members)}
  """
}

@Suite struct `a reply of verifyReceipt` {
  @Test func `gives each purchase once, as the latest list has it`() throws {
    let reply = try reply(
      """
      {"status":0,"environment":"Sandbox","latest_receipt":"MIIabc",
       "latest_receipt_info":[\(entry("2", ",\"is_upgraded\":\"true\"")),\(entry("3"))],
       "receipt":{"bundle_id":"com.example.other","request_date_ms":"1773108000123",
        "in_app":[\(entry("1")),\(entry("2"))]},
       "pending_renewal_info":[{"original_transaction_id":"1","is_in_billing_retry_period":"1"}]}
      """)
    #expect(reply.isAccepted)
    #expect(reply.status == 0)
    #expect(reply.environment == "Sandbox")
    #expect(reply.latestReceipt == "MIIabc")
    #expect(!reply.isRetryable)
    #expect(reply.records.map(\.transactionID) == ["1", "2", "3", ""])
    #expect(reply.records.map(\.kind) == [.transaction, .transaction, .transaction, .renewal])
    #expect(reply.records.allSatisfy { $0.originalTransactionID == "1" })
    #expect(reply.records.allSatisfy { $0.bundleID == "com.example.other" })
    #expect(reply.records.allSatisfy { $0.environment == "Sandbox" })
    #expect(reply.records.allSatisfy { $0.signedAt == 1_773_108_000_123 })
    #expect(
      String(decoding: reply.records[1].payload, as: UTF8.self)
        == """
        {"transactionId":"2","originalTransactionId":"1","bundleId":"com.example.other",\
        "environment":"Sandbox","productId":"gold","isUpgraded":true,"quantity":1,\
        "purchaseDate":1772521200000,"signedDate":1773108000123}
        """)
  }

  @Test func `may be of the form of iOS 6`() throws {
    let reply = try reply(
      """
      {"status":21006,"receipt":{"bid":"com.example.old",
       "transaction_id":"430001600000002","original_transaction_id":430001600000001},
       "latest_expired_receipt_info":\(entry("430001600000003")),"auto_renew_status":0}
      """)
    #expect(reply.isAccepted)
    #expect(reply.records.map(\.transactionID) == ["430001600000002", "430001600000003"])
    #expect(reply.records[0].originalTransactionID == "430001600000001")
    #expect(reply.records[0].environment == "Production")
  }

  @Test(arguments: [
    ("{\"status\":21100,\"is_retryable\":true}", true),
    ("{\"status\":\"21100\",\"is-retryable\":1}", true),
    ("{\"status\":21100,\"is-retryable\":\"true\"}", true),
    ("{\"status\":21100,\"is_retryable\":\"0\"}", false),
    ("{\"status\":21100,\"is_retryable\":\"perhaps\"}", false),
    ("{\"status\":21100}", false),
  ])
  func `says whether to ask once more`(_ json: String, _ isRetryable: Bool) throws {
    let reply = try reply(json)
    #expect(reply.isRetryable == isRetryable)
    #expect(reply.status == 21_100)
    #expect(!reply.isAccepted)
    #expect(reply.records.isEmpty)
    #expect(reply.environment == nil)
    #expect(reply.latestReceipt == nil)
  }

  @Test(arguments: ["", "<html>", "[]", "{\"status\":0}", "{\"status\":\"good\"}"])
  func `that is none is refused`(_ json: String) {
    #expect(throws: PayloadFailure.self) { try reply(json) }
  }

  @Test(.enabled(if: Fixtures.areThere))
  func `of Apple's sandbox gives eight purchases`() throws {
    let json = try Fixtures.bytes(
      "levibostian-dollabill-apple/verifyreceipt/sandbox-nonconsumable-and-subscription.json")
    let reply = try ReceiptReply(json, bundleID: "com.example.game", environment: "Sandbox")
    let transactions = reply.records.filter { $0.kind == .transaction }
    #expect(transactions.count == 8)
    #expect(Set(transactions.map(\.transactionID)).count == 8)
  }
}

@Suite struct `an app receipt to remember` {
  @Test func `is a payload for each purchase`() throws {
    let chain = try ReceiptChain()
    var plan = ReceiptPlan()
    plan.add("430750000001124")
    let verified = try ReceiptVerifier(roots: TrustedRoots(extra: [chain.root])).verify(
      chain.receipt(plan.content))
    let records = verified.remembered()
    #expect(records.map(\.transactionID) == ["430750000001124"])
    #expect(records[0].bundleID == "com.example.game")
    #expect(records[0].environment == "Production")
    #expect(records[0].signedAt == 1_772_366_400_000)
    #expect(
      String(decoding: records[0].payload, as: UTF8.self)
        == """
        {"transactionId":"430750000001124","originalTransactionId":"430750000001124",\
        "bundleId":"com.example.game","environment":"Production","productId":"coins.500",\
        "type":"Consumable","quantity":1,"purchaseDate":1772186400000,\
        "originalPurchaseDate":1772186400000,"signedDate":1772366400000}
        """)
  }
}
