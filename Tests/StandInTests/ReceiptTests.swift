import Bytes
import Curl
import Formats
import Records
import StandIn
import Testing

extension StoreOnLoopback {
  /// The receipt of the first user.
  fileprivate func receipt() throws -> String {
    let bytes = try readWhole(path: "\(folder.path)/receipts.jsonl", byteLimit: 100_000)
    var scanner = JSONScanner(Array(bytes.prefix { $0 != 0x0A }))
    return try #require(try scanner.document().object?["receipt"]?.string)
  }

  fileprivate func verify(
    _ receipt: String, password: String? = nil, prefix: String = ""
  ) throws -> JSONObject {
    let secret = password ?? folder.identity.sharedSecret
    let answer = try post(
      "\(prefix)/verifyReceipt",
      "{\"receipt-data\":\"\(receipt)\",\"password\":\"\(secret)\"}", token: "none is needed")
    #expect(answer.status == 200)
    return try answer.object
  }
}

private let story = Story(
  "specimen",
  [
    .buy(.init(label: "kept", product: .coins100, ago: .days(9))), .grant(Step.Grant(of: "kept")),
    .buy(.init(label: "refunded", product: .coins500, ago: .days(8))),
    .buy(.init(label: "month", product: .goldMonthly, ago: .days(7))),
    .refund(of: "refunded", ago: .days(1)), .refund(of: "month", ago: .days(1)),
  ])

@Suite struct `a receipt` {
  @Test func `shows what the customer has, and no refunded consumable`() throws {
    let store = try StoreOnLoopback([story])
    let receipt = try store.receipt()
    #expect(receipt.hasPrefix("MII"))
    let answer = try store.verify(receipt)
    #expect(answer.integer("status") == 0)
    let inApp = try #require(answer["receipt"]?.object?["in_app"]?.array)
    #expect(
      Set(inApp.map { $0.object?["product_id"]?.string }) == ["coins.100", "gold.monthly"])
    let latest = try #require(answer["latest_receipt_info"]?.array)
    #expect(latest.map { $0.object?["product_id"]?.string } == ["gold.monthly"])
    #expect(latest[0].object?["cancellation_date_ms"]?.string != nil)
    #expect(latest[0].object?["purchase_date"]?.string?.hasSuffix(" Etc/GMT") == true)
  }

  @Test func `is refused with the status that says why`() throws {
    let store = try StoreOnLoopback([story])
    let receipt = try store.receipt()
    #expect(try store.verify(receipt, password: "wrong").integer("status") == 21_004)
    #expect(try store.verify(receipt, prefix: "/sandbox").integer("status") == 21_008)
    #expect(try store.verify("nonsense").integer("status") == 21_002)
  }
}
