import AppStore
import Formats
@testable import Matching
import Records
import TestKit
import Testing

@Suite struct `a decoded payload` {
  @Test func `becomes a record with each of its facts`() throws {
    let read = try Reading(
      """
      {"transactionId":"2","originalTransactionId":1,"previousOriginalTransactionId":"0042",\
      "webOrderLineItemId":"9","bundleId":"com.example.other","productId":"gold.monthly",\
      "purchaseDate":1772521200000,"originalPurchaseDate":"1772521200001",\
      "expiresDate":1775199600000,"quantity":3,"type":"Auto-Renewable Subscription",\
      "appAccountToken":"7E3FB20B-4cdb-47cc-936d-99d65f608138",\
      "inAppOwnershipType":"FAMILY_SHARED","signedDate":1773108000000,\
      "revocationDate":1773000000000,"revocationReason":1,\
      "revocationPercentage":67932,"isUpgraded":true,"environment":"Sandbox",\
      "storefront":"JPN","transactionReason":"RENEWAL","price":230000,"currency":"JPY",\
      "appTransactionId":"71134","offerType":1,"advancedCommerceInfo":{"items":[]}}
      """)
    let store = read.store
    #expect(read.summary.recordCount == 1)
    #expect(read.summary.unsignedCount == 1)
    #expect(read.ids == ["2"])
    #expect(read.text(store.originalTransactionID[0]) == "1")
    #expect(store.previousOriginalTransactionID[0].map { read.text($0) } == "0042")
    #expect(read.text(store.lineItemID[0]) == "9")
    #expect(read.text(store.appTransactionID[0]) == "71134")
    #expect(read.text(store.bundleID[0]) == "com.example.other")
    #expect(read.text(store.environment[0]) == "Sandbox")
    #expect(read.text(store.productID[0]) == "gold.monthly")
    #expect(read.text(store.accountToken[0]) == "7e3fb20b-4cdb-47cc-936d-99d65f608138")
    #expect(store.type == [.autoRenewable])
    #expect(store.ownership == [.familyShared])
    #expect(store.reason == [.renewal])
    #expect(store.origin == [.unsignedFile])
    #expect(store.isUpgraded == [true])
    #expect(store.isFresh == [false])
    #expect(store.quantity == [3])
    #expect(store.purchaseDate[0].instant?.milliseconds == 1_772_521_200_000)
    #expect(store.originalPurchaseDate[0].instant?.milliseconds == 1_772_521_200_001)
    #expect(store.expiresDate[0].instant?.milliseconds == 1_775_199_600_000)
    #expect(store.revocationDate[0].instant?.milliseconds == 1_773_000_000_000)
    #expect(store.revocationDetail == [0: RevocationDetail(reason: 1, percentage: 67_932)])
    #expect(store.statedAt[0].instant?.milliseconds == 1_773_108_000_000)
    #expect(store.price == [230_000])
    #expect(read.books.texts.string(store.currency[0]) == "JPY")
    #expect(read.books.texts.string(store.storefront[0]) == "JPN")
    #expect(read.summary.oldest?.milliseconds == 1_772_521_200_000)
  }

  @Test func `leaves absent what is absent, and to the job what the job knows`() throws {
    let read = try Reading("{\"transactionId\":\"1\",\"revocationDate\":null,\"expiresDate\":0}")
    let store = read.store
    #expect(read.text(store.bundleID[0]) == "com.example.game")
    #expect(read.text(store.environment[0]) == "Production")
    #expect(!store.statedAt[0].isKnown)
    #expect(store.originalTransactionID == [.none])
    #expect(store.type == [.unknown])
    #expect(store.ownership == [.unstated])
    #expect(store.reason == [.unstated])
    #expect(store.quantity == [0])
    #expect(store.money(0) == nil)
    #expect(store.purchaseDate[0].instant == nil)
    #expect(store.revocationDate[0].instant == nil)
    #expect(store.expiresDate[0].instant == nil)
    #expect(read.summary.oldest == nil)
  }

  @Test func `may hold words that Apple has not thought of yet`() throws {
    let read = try Reading(
      """
      {"transactionId":"1","type":"Lottery","inAppOwnershipType":"LENT","transactionReason":"WHIM"}
      {"transactionId":"2","type":"Consumable","inAppOwnershipType":"ASSIGNED"}
      """)
    #expect(read.store.type == [.unknown, .consumable])
    #expect(read.store.ownership == [.other, .assigned])
    #expect(read.store.reason == [.other, .unstated])
  }

  @Test func `keeps ids as text from byte to byte`() throws {
    let read = try Reading(
      """
      {"transactionId":"0042"}
      {"transactionId":42}
      {"transactionId":430000000000000000000000000000001}
      {"transactionId":"\\u0034\\u0033"}
      """)
    #expect(read.ids == ["0042", "42", "430000000000000000000000000000001", "43"])
  }

  @Test(arguments: ["\"true\"", "true", "\"1\"", "1"])
  func `says true in several ways`(_ truth: String) throws {
    let read = try Reading("{\"transactionId\":\"1\",\"isUpgraded\":\(truth)}")
    #expect(read.store.isUpgraded == [true])
  }

  @Test func `without a transaction id is about the coming period`() throws {
    let read = try Reading(
      """
      {"originalTransactionId":"1","autoRenewStatus":1,"isInBillingRetryPeriod":true,\
      "gracePeriodExpiresDate":1773200000000,"signedDate":1773108000000,"environment":"Sandbox"}
      {"originalTransactionId":"2","productId":"a"}
      """)
    #expect(read.summary.recordCount == 0)
    #expect(read.summary.renewalCount == 2)
    let first = try #require(read.store.renewals.first)
    #expect(read.text(first.originalTransactionID) == "1")
    #expect(read.text(first.environment) == "Sandbox")
    #expect(first.isInBillingRetry)
    #expect(first.gracePeriodExpiresDate?.milliseconds == 1_773_200_000_000)
    #expect(first.statedAt?.milliseconds == 1_773_108_000_000)
    #expect(read.store.renewals.last?.statedAt?.milliseconds == noon)
  }

  @Test(arguments: [
    ("\"quantity\":-1", "quantity", "-1"),
    ("\"quantity\":\"many\"", "quantity", "many"),
    ("\"quantity\":1000001", "quantity", "1000001"),
    ("\"quantity\":1.5", "quantity", "1.5"),
    ("\"price\":-1", "price", "-1"),
    ("\"price\":4.99", "price", "4.99"),
    ("\"revocationPercentage\":100001", "revocationPercentage", "100001"),
    ("\"price\":99999999999999999999", "price", "99999999999999999999"),
    ("\"purchaseDate\":1772521200", "purchaseDate", "1772521200"),
    ("\"purchaseDate\":1772521200000.5", "purchaseDate", "1772521200000.5"),
    ("\"purchaseDate\":\"2026-03-03\"", "purchaseDate", "2026-03-03"),
    ("\"purchaseDate\":1772521200000000", "purchaseDate", "1772521200000000"),
    ("\"isUpgraded\":\"maybe\"", "isUpgraded", "maybe"),
    ("\"originalTransactionId\":4.3E+14", "originalTransactionId", "4.3E+14"),
    ("\"originalTransactionId\":\"4.3E+14\"", "originalTransactionId", "4.3E+14"),
    ("\"originalTransactionId\":true", "originalTransactionId", "true"),
    ("\"productId\":[\"a\"]", "productId", "[\"a\"]"),
  ])
  func `is complained of when a value makes no sense`(
    _ member: String, _ field: String, _ value: String
  ) throws {
    let text = "{\"transactionId\":\"1\"}\n{\"transactionId\":\"2\",\(member)}\n"
    let complaint = try #require(try Reading.complaints(about: text)?.first.first)
    #expect(complaint.line == 2)
    #expect(complaint.message.hasPrefix(field))
    #expect(complaint.value == value)
    #expect(complaint.column.flatMap { Int($0) } ?? 0 > 20)
  }

  @Test(arguments: [
    "{}", "{\"productId\":\"a\"}", "{\"transactionId\":\"\"}",
    "{\"originalTransactionId\":\"1\",\"purchaseDate\":1772521200000}",
    "{\"autoRenewStatus\":1}",
  ])
  func `is complained of when it names nothing`(_ text: String) throws {
    let complaint = try #require(try Reading.complaints(about: text)?.first.first)
    #expect(complaint.message.hasSuffix("is missing"))
  }

  @Test func `of Xcode has its fractions cut off`() throws {
    let text = """
      {"transactionId":"0","webOrderLineItemId":"0","purchaseDate":1697679936049.7297,\
      "expiresDate":-62135769600000}
      """
    let read = try Reading(text, environment: "Xcode")
    #expect(read.store.purchaseDate[0].instant?.milliseconds == 1_697_679_936_049)
    #expect(read.store.expiresDate[0].instant?.milliseconds == -62_135_769_600_000)
    #expect(read.store.lineItemID == [.none])
    #expect(try Reading.complaints(about: text) != nil)
  }
}
