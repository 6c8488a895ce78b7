@testable import AppStore
import Formats
import Records
import TestKit
import Testing

@Suite struct `a statement written as a payload` {
  /// Reads a payload and writes what it says, against another table.
  private func again(_ json: String, isLocal: Bool = false) throws -> String {
    var texts = TextTable()
    _ = texts.intern("something else")
    let statement = try PayloadReader.statement(
      of: ObjectFields(Array(json.utf8)), isLocal: isLocal, &texts)
    return String(decoding: StatementText.json(of: statement, texts), as: UTF8.self)
  }

  private static let full = """
    {"transactionId":"2","originalTransactionId":"1","previousOriginalTransactionId":"0042",\
    "webOrderLineItemId":"9","appTransactionId":"71134","bundleId":"com.example.other",\
    "environment":"Sandbox","productId":"gold \\"monthly\\" ü",\
    "appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138",\
    "type":"Auto-Renewable Subscription","inAppOwnershipType":"FAMILY_SHARED",\
    "transactionReason":"RENEWAL","isUpgraded":true,"quantity":3,\
    "purchaseDate":1772521200000,"originalPurchaseDate":1772521200001,\
    "expiresDate":1775199600000,"revocationDate":1773000000000,"revocationReason":1,\
    "revocationPercentage":67932,"price":230000,"currency":"JPY","storefront":"JPN",\
    "signedDate":1773108000000}
    """

  @Test(arguments: [
    full, "{\"transactionId\":\"0\"}",
    "{\"transactionId\":\"1\",\"revocationReason\":0,\"revocationPercentage\":0,\"price\":0}",
    "{\"originalTransactionId\":\"1\",\"isInBillingRetryPeriod\":false}",
    "{\"originalTransactionId\":\"1\",\"environment\":\"Sandbox\",\"isInBillingRetryPeriod\":true,"
      + "\"gracePeriodExpiresDate\":1775199600000,\"signedDate\":1773108000000}",
  ])
  func `has every fact of it in Apple's names, and nothing besides`(_ json: String) throws {
    #expect(try again(json) == json)
  }

  @Test func `keeps words that nobody knows as such`() throws {
    let written = try again(
      "{\"transactionId\":\"1\",\"inAppOwnershipType\":\"LENT\",\"transactionReason\":\"WHIM\"}")
    #expect(try again(written) == written)
    #expect(written.contains("\"inAppOwnershipType\":\"OTHER\""))
  }

  @Test func `leaves out a date that could not be read back`() throws {
    var texts = TextTable()
    var record = StoreRecord()
    record.transactionID = TransactionID(texts.intern("1"))
    record.purchaseDate = Instant(milliseconds: 1_000)
    record.expiresDate = Instant(milliseconds: 0)
    var json = String(decoding: StatementText.json(of: record, texts), as: UTF8.self)
    #expect(json == "{\"transactionId\":\"1\"}")
    record.environment = EnvironmentID(texts.intern("Xcode"))
    json = String(decoding: StatementText.json(of: record, texts), as: UTF8.self)
    #expect(json.contains("\"purchaseDate\":1000"))
    #expect(try again(json, isLocal: true) == json)
  }

  @Test func `fuzz: reads back as the same record, whatever it says`() throws {
    var random = RandomRecords()
    for _ in 0..<fuzzRounds(2_000) {
      var texts = TextTable()
      let record = random.record(&texts)
      let json = StatementText.json(of: record, texts)
      let statement = try PayloadReader.statement(of: ObjectFields(json), isLocal: false, &texts)
      guard case .transaction(var read) = statement else {
        Issue.record("it became a renewal")
        return
      }
      read.origin = record.origin
      #expect(String(describing: read) == String(describing: record))
    }
  }
}

/// Records with any of their facts, from a seed.
private struct RandomRecords {
  private var dice = Dice(seed: 11)

  private mutating func roll(_ sides: Int) -> Int { dice.roll(sides) }

  private mutating func name(_ texts: inout TextTable) -> Text {
    let words = [
      "", "", "7", "0042", "430750000001124", "ü\u{1F600}\\\"\n", "a/b", "\u{0}x", "nine",
    ]
    return texts.intern(words[roll(words.count)])
  }

  private mutating func date() -> Instant? {
    roll(3) == 0 ? nil : Instant(milliseconds: 1_700_000_000_000 + Int64(roll(1_000_000_000)))
  }

  mutating func record(_ texts: inout TextTable) -> StoreRecord {
    var record = StoreRecord()
    record.transactionID = TransactionID(texts.intern(String(roll(1_000_000))))
    record.originalTransactionID = OriginalTransactionID(name(&texts))
    record.previousOriginalTransactionID = OriginalTransactionID(name(&texts))
    record.lineItemID = LineItemID(name(&texts))
    record.appTransactionID = AppTransactionID(name(&texts))
    record.bundleID = BundleID(name(&texts))
    record.environment = EnvironmentID(name(&texts))
    record.productID = ProductID(name(&texts))
    record.accountToken = AccountToken(name(&texts))
    record.type = ProductType.allCases[roll(5)]
    record.ownership = Ownership(rawValue: UInt8(roll(5))) ?? .other
    record.reason = TransactionReason(rawValue: UInt8(roll(4))) ?? .other
    record.isUpgraded = roll(2) == 0
    record.quantity = Int32(roll(4))
    record.purchaseDate = date()
    record.originalPurchaseDate = date()
    record.expiresDate = date()
    record.revocationDate = date()
    record.statedAt = date()
    record.price = roll(2) == 0 ? nil : Int64(roll(100_000))
    record.currency = name(&texts)
    record.storefront = name(&texts)
    record.revocationReason = roll(2) == 0 ? nil : Int32(roll(2))
    record.revocationPercentage = roll(2) == 0 ? nil : Int32(roll(100_001))
    return record
  }
}
