import AppStore
import Bytes
import Formats
import OpenSSL
import Records
import Testing

@Suite(.enabled(if: Fixtures.areThere)) struct `real app receipts` {
  static let old =
    "IdeasOnCanvas-AppReceiptValidator/Resources/purchasing_experiments_sandbox_receipt.b64"
  static let new = "tikhop-TPInAppReceipt/Assets/receipt-sandbox-g5"
  static let xcode = [
    "tikhop-TPInAppReceipt/Assets/receipt-xcode-with-purchases",
    "apple-app-store-server-library-swift/xcode/xcode-app-receipt-with-transaction",
  ]

  private func decoded(_ name: String) throws -> [UInt8] {
    let text = try Fixtures.token(name)
    return try Base64.decode(text.span, .standard, padding: .required)
  }

  private func code(_ examination: Examination) -> Refusal.Code? {
    if case .refused(let refusal) = examination { refusal.code } else { nil }
  }

  @Test func `Apple Inc's root is the pinned one`() throws {
    let root = try Certificate(
      der: Fixtures.bytes(
        "IdeasOnCanvas-AppReceiptValidator/certs/AppleIncRootCertificate.cer"))
    #expect(hexadecimal(root.sha256Fingerprint) == TrustedRoots.appleReceiptFingerprint)
  }

  @Test func `one of 2023 holds under its chain of SHA-1 and shows two purchases`() throws {
    let verified = try ReceiptVerifier().verify(decoded(Self.old))
    let receipt = verified.receipt
    #expect(verified.isSigned)
    #expect(receipt.bundleID == "com.hannesoid.PurchasingExperiments")
    #expect(receipt.environment == "Sandbox")
    #expect(receipt.receiptType == "ProductionSandbox")
    #expect(receipt.createdAt.text == "2023-02-22T14:30:15Z")
    #expect(receipt.purchases.map(\.transactionID) == ["2000000284164152", "2000000284164527"])
    #expect(receipt.purchases.map(\.type) == [.nonConsumable, .autoRenewable])
    #expect(receipt.purchases.map(\.lineItemID) == [nil, "2000000021470597"])
    #expect(receipt.purchases.map(\.revocationDate) == [nil, nil])
    #expect(receipt.purchases[0].expiresDate == nil)
    #expect(receipt.purchases[1].expiresDate?.text == "2023-02-22T14:34:39Z")
  }

  @Test func `one of 2025 holds under its chain of SHA-256 and shows a renewal`() throws {
    let receipt = try ReceiptVerifier().verify(decoded(Self.new)).receipt
    #expect(receipt.bundleID == "dev.bonzer.weeka.app")
    #expect(receipt.environment == "Sandbox")
    #expect(receipt.purchases.map(\.transactionID) == ["2000001092134138", "2000001092148094"])
    #expect(
      receipt.purchases.map(\.originalTransactionID) == ["2000001092134138", "2000001092134138"])
  }

  @Test(arguments: [Self.old, Self.new])
  func `are refused after any one byte is changed`(_ name: String) throws {
    let bytes = try decoded(name)
    let verifier = ReceiptVerifier()
    _ = try verifier.verify(bytes)
    for place in bytes.indices {
      // Each byte in one way; of the outside, which no signature covers, each bit.
      let isOutside = place < 80 || place > bytes.count - 500 && place < bytes.count - 250
      for bit in isOutside ? Array(0..<8) : [0] {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        #expect(throws: Refusal.self, "byte \(place), bit \(bit)") { try verifier.verify(changed) }
      }
    }
  }

  @Test(arguments: [Self.old, Self.new])
  func `are refused after any one character of their Base64 is changed`(_ name: String) throws {
    let text = try Fixtures.token(name)
    let verifier = TransactionVerifier()
    for place in stride(from: 0, to: text.count, by: 7) {
      var changed = text
      changed[place] = changed[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(code(verifier.examine(changed, kind: .receipt)) != nil, "character \(place)")
    }
  }

  @Test(arguments: Self.xcode)
  func `of Xcode are taken only where the caller said Xcode`(_ name: String) throws {
    let text = try Fixtures.token(name)
    let bytes = try decoded(name)
    let verified = try ReceiptVerifier(environment: "Xcode").verify(bytes)
    #expect(!verified.isSigned)
    #expect(verified.receipt.environment == "Xcode")
    let purchase = try #require(verified.receipt.purchases.first)
    #expect(purchase.transactionID == "0")
    #expect(purchase.originalTransactionID == nil)
    #expect(purchase.productID == "pass.premium")
    #expect(code(TransactionVerifier().examine(text)) == .untrustedChain)
    #expect(
      code(TransactionVerifier(environment: "Sandbox").examine(text)) == .untrustedChain)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      #expect(throws: Refusal.self, "byte \(place)") {
        try ReceiptVerifier(environment: "Xcode").verify(changed)
      }
    }
  }

  @Test func `what is none is said to be none`() throws {
    let text = try Fixtures.bytes("IdeasOnCanvas-AppReceiptValidator/Resources/not_a_receipt")
    #expect(code(TransactionVerifier().examine(text, kind: .receipt)) == .notReceipt)
    #expect(code(TransactionVerifier().examine(text)) == .notCompact)
  }

  @Test func `are compared with what was asked for`() throws {
    let text = try Fixtures.token(Self.new)
    let verifier = TransactionVerifier()
    let right = Expectations(bundleID: "dev.bonzer.weeka.app", environment: "Sandbox")
    guard
      case .valid(.receipt, let payload, "Sandbox") = verifier.examine(
        text, expectations: right)
    else {
      Issue.record("it is refused")
      return
    }
    #expect(payload.hasPrefix("{\"receiptType\":\"ProductionSandbox\",\"bundleId\":\"dev.bonzer"))
    #expect(
      code(verifier.examine(text, expectations: Expectations(environment: "Production")))
        == .wrongEnvironment)
    #expect(
      code(verifier.examine(text, expectations: Expectations(bundleID: "com.example.game")))
        == .wrongBundle)
    #expect(code(verifier.examine(text, kind: .transaction)) == .wrongKind)
  }

}
