import AppStore
import Formats
@testable import Matching
import Records
import TestKit
import Testing

@Suite struct `an answer of verifyReceipt` {
  /// An entry with these members besides its ids.
  private func entry(_ id: String, _ members: String = "") -> String {
    """
    {"transaction_id":"\(id)","original_transaction_id":"\(id)","product_id":"gold",\
    "quantity":"1","purchase_date_ms":"1772521200000"\(members.isEmpty ? "" : ",")\(members)}
    """
  }

  @Test func `gives the entries of both its lists, with what they have in common`() throws {
    let read = try Reading(
      """
      {"latest_receipt_info":[\(entry("2")),\(entry("1"))],"status":0,"environment":"Sandbox",
       "receipt":{"bundle_id":"com.example.other","request_date_ms":"1773108000123",
       "receipt_type":"Production","in_app":[\(entry("1"))]},"latest_receipt":"MII"}
      """)
    #expect(read.ids == ["1", "2", "1"])
    #expect(read.store.origin == [.receipt, .receipt, .receipt])
    #expect(read.text(read.store.bundleID[1]) == "com.example.other")
    #expect(read.text(read.store.environment[1]) == "Sandbox")
    #expect(read.store.statedAt[1].instant?.milliseconds == 1_773_108_000_123)
    #expect(read.store.quantity == [1, 1, 1])
    #expect(read.summary.unsignedCount == 3)
    #expect(read.summary.oldest?.milliseconds == 1_772_521_200_000)
  }

  @Test func `limits what can be said about consumables`() throws {
    let read = try Reading("{\"status\":0,\"receipt\":{\"in_app\":[]}}")
    #expect(read.ids.isEmpty)
    #expect(read.summary.gaps.isEmpty)
    let limit = try #require(read.summary.limits.first)
    #expect(limit.nature == .limit)
    #expect(limit.productType == .consumable)
    #expect(read.summary.limits.count == 1)
  }

  @Test(arguments: [
    ("ProductionSandbox", "Sandbox"), ("ProductionVPPSandbox", "Sandbox"),
    ("ProductionVPP", "Production"), ("Production", "Production"), ("Xcode", "Xcode"),
  ])
  func `takes its environment from the receipt's type`(
    _ type: String, _ environment: String
  ) throws {
    let text = """
      {"status":0,"receipt":{"receipt_type":"\(type)","in_app":[\(entry("1"))]}}
      """
    let read = try Reading(text, environment: "LocalTesting")
    #expect(read.text(read.store.environment[0]) == environment)
  }

  @Test func `leaves to the job what it does not say`() throws {
    let read = try Reading("{\"status\":0,\"latest_receipt_info\":[\(entry("1"))]}")
    #expect(read.text(read.store.bundleID[0]) == "com.example.game")
    #expect(read.text(read.store.environment[0]) == "Production")
    #expect(!read.store.statedAt[0].isKnown)
    #expect(read.store.price == [.min])
  }

  @Test func `may write texts as numbers and a list as one object`() throws {
    let read = try Reading(
      """
      {"status":"0","latest_receipt_info":{"transaction_id":"430001600000002",\
      "original_transaction_id":430001600000001,"web_order_line_item_id":430000029000002,\
      "product_id":"gold.monthly","purchase_date_ms":1772359200000,"quantity":1,\
      "is_upgraded":true,"in_app_ownership_type":"FAMILY_SHARED"}}
      """)
    #expect(read.ids == ["430001600000002"])
    #expect(read.text(read.store.originalTransactionID[0]) == "430001600000001")
    #expect(read.text(read.store.lineItemID[0]) == "430000029000002")
    #expect(read.store.purchaseDate[0].instant?.milliseconds == 1_772_359_200_000)
    #expect(read.store.isUpgraded == [true])
    #expect(read.store.ownership == [.familyShared])
  }

  @Test(arguments: [
    "\"cancellation_date_ms\":\"1605229763000\",\"cancellation_reason\":\"1\"",
    "\"cancellation_date_ms\":1605229763000,\"cancellation_date\":\"2021-01-01 00:00:00 Etc/GMT\"",
    "\"cancellation_date\":\"2020-11-13 01:09:23 Etc/GMT\"",
    "\"cancellation_date\":\"1605229763000\"",
    """
    "cancellation_date_ms":"","cancellation_date":"2020-11-13 01:09:23 Etc/GMT",\
    "cancellation_date_pst":"2020-11-12 17:09:23 America/Los_Angeles"
    """,
  ])
  func `writes a date in up to three ways`(_ members: String) throws {
    let read = try Reading("{\"status\":0,\"receipt\":{\"in_app\":[\(entry("1", members))]}}")
    #expect(read.store.revocationDate[0].instant?.milliseconds == 1_605_229_763_000)
  }

  @Test func `has no line item 0 and no empty date`() throws {
    let members = "\"web_order_line_item_id\":\"0\",\"cancellation_date\":\"\""
    let read = try Reading("{\"status\":0,\"receipt\":{\"in_app\":[\(entry("1", members))]}}")
    #expect(read.store.lineItemID == [.none])
    #expect(read.store.revocationDate[0].instant == nil)
  }

  @Test func `says what comes next`() throws {
    let read = try Reading(
      """
      {"status":0,"environment":"Sandbox","receipt":{"request_date_ms":"1773108000000",
       "in_app":[]},"pending_renewal_info":[{"original_transaction_id":"1",
       "is_in_billing_retry_period":"1","auto_renew_status":"0",
       "grace_period_expires_date_ms":"1773200000000"}]}
      """)
    let renewal = try #require(read.store.renewals.first)
    #expect(read.text(renewal.originalTransactionID) == "1")
    #expect(read.text(renewal.environment) == "Sandbox")
    #expect(renewal.isInBillingRetry)
    #expect(renewal.gracePeriodExpiresDate?.milliseconds == 1_773_200_000_000)
    #expect(renewal.statedAt?.milliseconds == 1_773_108_000_000)
  }

  @Test func `may be of the iOS 6 form`() throws {
    let read = try Reading(
      """
      {"auto_renew_status":0,"status":21006,"auto_renew_product_id":"gold",
       "is_in_billing_retry_period":"1","receipt":{"bid":"com.example.old","quantity":"1",
       "transaction_id":"2","original_transaction_id":"1","product_id":"gold","item_id":"7",
       "purchase_date":"2015-11-24 02:31:21 Etc/GMT","expires_date":"1448346881000",
       "expires_date_formatted":"2015-11-24 06:34:41 Etc/GMT","web_order_line_item_id":"8"},
       "latest_expired_receipt_info":{"bid":"com.example.old","transaction_id":"3",
       "original_transaction_id":"1","product_id":"gold","expires_date":"1448350481000"}}
      """)
    #expect(read.ids == ["2", "3"])
    #expect(read.text(read.store.bundleID[1]) == "com.example.old")
    #expect(read.store.expiresDate[0].instant?.milliseconds == 1_448_346_881_000)
    #expect(read.store.expiresDate[1].instant?.milliseconds == 1_448_350_481_000)
    #expect(read.store.purchaseDate[0].instant?.milliseconds == 1_448_332_281_000)
    let renewal = try #require(read.store.renewals.first)
    #expect(read.text(renewal.originalTransactionID) == "1")
    #expect(renewal.isInBillingRetry)
  }

  @Test func `that holds no receipt is a gap, or a limit where the account is gone`() throws {
    let read = try Reading(
      """
      {"status":21002}
      {"status":0,"receipt":{"in_app":[\(entry("1"))]}}
      {"status":21010,"environment":"Production"}
      {"status":21002}
      """)
    #expect(read.ids == ["1"])
    #expect(read.summary.gaps.map(\.nature) == [.gap])
    let reason = try #require(read.summary.gaps.first?.reason)
    #expect(reason.hasPrefix("2 answers of verifyReceipt with status 21002: "))
    #expect(reason.hasSuffix("(first in line 1)"))
    #expect(read.summary.limits.count == 2)
    #expect(read.summary.limits.first?.reason.contains("21010") == true)
    #expect(read.summary.limits.allSatisfy { $0.nature == .limit })
  }

  @Test(arguments: [
    ("{\"status\":true}", "status"),
    ("{\"status\":0}", "receipt"),
    ("{\"status\":0,\"receipt\":{\"in_app\":[{\"product_id\":\"a\"}]}}", "transaction_id"),
    ("{\"status\":0,\"receipt\":{\"in_app\":[17]}}", "an entry of the receipt"),
    ("{\"status\":0,\"receipt\":[]}", "receipt"),
    ("{\"status\":0,\"receipt\":{\"transaction_id\":\"1\",\"quantity\":\"-1\"}}", "quantity"),
    (
      "{\"status\":0,\"receipt\":{\"transaction_id\":\"1\",\"purchase_date\":\"now\"}}",
      "purchase_date"
    ),
    (
      "{\"status\":0,\"receipt\":{\"request_date_ms\":\"now\",\"in_app\":[]}}",
      "request_date_ms"
    ),
    (
      "{\"status\":0,\"receipt\":{\"in_app\":[]},\"pending_renewal_info\":[{}]}",
      "original_transaction_id"
    ),
  ])
  func `is complained of by field`(_ text: String, _ field: String) throws {
    let complaint = try #require(try Reading.complaints(about: text)?.first.first)
    #expect(complaint.message.hasPrefix(field))
  }
}

@Suite(.enabled(if: Fixtures.areThere)) struct `a real answer of verifyReceipt` {
  @Test func `shows each entry in both lists`() throws {
    let path =
      "levibostian-dollabill-apple/verifyreceipt/sandbox-nonconsumable-and-subscription.json"
    let read = try Reading(path: "\(Fixtures.folder)/\(path)")
    #expect(read.summary.recordCount == 16)
    #expect(Set(read.ids).count == 8)
    #expect(
      Set(read.store.productID.map { read.text($0) })
        == ["nonconsumable_test", "test_subscription", "test_sub2"])
    #expect(
      Set(read.store.originalTransactionID.map { read.text($0) })
        == ["1000000741428860", "1000000741421650"])
    #expect(Set(read.store.bundleID.map { read.text($0) }) == ["com.foo.foo"])
    #expect(Set(read.store.environment.map { read.text($0) }) == ["Sandbox"])
    #expect(read.store.statedAt.allSatisfy { $0.instant?.milliseconds == 1_605_232_028_848 })
    #expect(read.summary.renewalCount == 1)
    #expect(read.summary.oldest?.milliseconds == 1_605_229_763_000)
  }
}
