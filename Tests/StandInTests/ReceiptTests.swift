import Bytes
import Curl
import Formats
import OpenSSL
import Records
@testable import StandIn
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

private func decoded(_ text: String) throws -> [UInt8] {
  let encoded = Array(text.utf8)
  return try Base64.decode(encoded.span, .standard, padding: .required)
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
    let other = try StoreOnLoopback([story])
    #expect(try store.verify(other.receipt()).integer("status") == 21_003)
  }

  @Test func `is signed by a chain of RSA with Apple's marks`() throws {
    let store = try StoreOnLoopback([story])
    let message = try SignedData(decoded(store.receipt()))
    let root = try Certificate(
      pemOrDER: readWhole(path: store.folder.receiptRootPath, byteLimit: 100_000))
    let signer = message.signer
    let leaf = try #require(signer)
    let certificates = message.certificates
    let holds = message.isSigned(by: leaf)
    #expect(holds)
    #expect(certificates.count == 3)
    let chain = try ChainCheck.verify(
      leaf: leaf, intermediates: certificates, anchors: [root],
      atMilliseconds: clock.milliseconds, acceptsSHA1: true)
    #expect(chain.count == 3)
    #expect(chain[0].hasExtension(oid: "1.2.840.113635.100.6.11.1"))
    #expect(chain[1].hasExtension(oid: "1.2.840.113635.100.6.2.1"))
    #expect(chain[2] == root)
    #expect(chain[1].isCA && !chain[0].isCA)
  }

  @Test func `comes anew with each answer about a subscription`() throws {
    let store = try StoreOnLoopback([story])
    let receipt = try store.receipt()
    let latest = try #require(try store.verify(receipt)["latest_receipt"]?.string)
    #expect(latest.hasPrefix("MII"))
    #expect(try store.verify(latest).integer("status") == 0)
  }

  @Test func `is printed for any of the customer's ids`() throws {
    let store = try StoreOnLoopback([story])
    let answer = try store.verify(store.receipt())
    let inApp = try #require(answer["receipt"]?.object?["in_app"]?.array)
    let id = try #require(inApp[0].object?["transaction_id"]?.string)
    let printed = try ReceiptCommand.run([store.folder.path, id])
    #expect(printed.hasSuffix("\n"))
    let again = try store.verify(String(printed.dropLast()))
    #expect(again["receipt"]?.object?["in_app"]?.array?.count == inApp.count)
    #expect(throws: StandInFailure.self) { try ReceiptCommand.run([store.folder.path, "17"]) }
    #expect(throws: StandInFailure.self) {
      try ReceiptCommand.run([store.folder.path, id, "--sandbox"])
    }
    #expect(throws: StandInFailure.self) { try ReceiptCommand.run([store.folder.path]) }
  }
}
