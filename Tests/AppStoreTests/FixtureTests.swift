import AppStore
import Bytes
import OpenSSL
import System
import Testing

@Suite(.enabled(if: Fixtures.areThere)) struct `real signed data` {
  static let apple = "apple-app-store-server-library-swift"
  static let real = "mingos-app_store_server_api/jws/sandbox-consumable-transaction-2025-02.jws"

  private func testVerifier() throws -> TransactionVerifier {
    let root = try Certificate(der: try Fixtures.bytes("\(Self.apple)/certs/testCA.der"))
    return TransactionVerifier(roots: TrustedRoots(extra: [root]))
  }

  private func mock(
    _ name: String, _ expectations: Expectations = Expectations()
  ) throws -> Examination {
    try testVerifier().examine(
      Fixtures.bytes("\(Self.apple)/mock_signed_data/\(name)"), expectations: expectations)
  }

  private func code(_ examination: Examination) -> Refusal.Code? {
    if case .refused(let refusal) = examination { refusal.code } else { nil }
  }

  @Test func `Apple's root is the pinned one`() throws {
    let root = try Certificate(
      der: try Fixtures.bytes("\(Self.apple)/certs-from-test-source/AppleRootCA-G3.der"))
    let digits = root.sha256Fingerprint.map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    #expect(digits.joined() == TrustedRoots.appleFingerprint)
  }

  @Test func `Apple's own transaction holds without a configured root`() throws {
    let answer = TransactionVerifier().examine(
      try Fixtures.bytes(Self.real), kind: .transaction,
      expectations: Expectations(bundleID: "com.goodheartapp", environment: "Sandbox"))
    guard case .valid(.transaction, let payload, "Sandbox") = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(payload.hasPrefix("{\"transactionId\":\"2000000847061981\",\"originalTransactionId\":"))
  }

  @Test func `Apple's own transaction is refused after any one byte is changed`() throws {
    let token = try Fixtures.token(Self.real)
    #expect(token.count == 5_079)
    let verifier = TransactionVerifier()
    _ = try verifier.verify(token)
    for place in token.indices {
      var changed = token
      changed[place] ^= 1
      #expect(throws: Refusal.self, "byte \(place)") { try verifier.verify(changed) }
    }
    _ = try verifier.verify(token)
  }

  @Test func `Apple's own transaction is refused by a verifier that saw nothing before`() throws {
    let token = try Fixtures.token(Self.real)
    for place in stride(from: 0, to: token.count, by: 7) {
      var changed = token
      changed[place] ^= 2
      #expect(throws: Refusal.self, "byte \(place)") { try TransactionVerifier().verify(changed) }
    }
  }

  @Test func `the mocks of Apple's library hold under its test root`() throws {
    let transaction = try mock(
      "transactionInfo", Expectations(bundleID: "com.example", environment: "Sandbox"))
    #expect(
      transaction
        == .valid(
          kind: .transaction,
          payload:
            "{\"environment\":\"Sandbox\",\"bundleId\":\"com.example\",\"signedDate\":1672956154000}",
          environment: "Sandbox"))
    let right = Expectations(
      bundleID: "com.example", environment: "Sandbox", appAppleID: "1234")
    guard case .valid(.notification, _, "Sandbox") = try mock("testNotification", right) else {
      Issue.record("the test notification is refused")
      return
    }
  }

  @Test func `the mocks hold under no other root`() throws {
    let token = try Fixtures.token("\(Self.apple)/mock_signed_data/transactionInfo")
    #expect(code(TransactionVerifier().examine(token)) == .unknownRoot)
  }

  @Test func `the wrong mocks are refused for what is wrong with them`() throws {
    let production = Expectations(bundleID: "com.example", environment: "Production")
    #expect(code(try mock("testNotification", production)) == .wrongEnvironment)
    let sandbox = Expectations(bundleID: "com.example", environment: "Sandbox")
    #expect(code(try mock("wrongBundleId", sandbox)) == .wrongBundle)
    #expect(code(try mock("missingX5CHeaderClaim", sandbox)) == .wrongChainLength)
  }

  @Test func `Xcode's transaction is taken only where the caller said Xcode`() throws {
    let token = try Fixtures.token("\(Self.apple)/xcode/xcode-signed-transaction")
    let answer = TransactionVerifier(environment: "Xcode").examine(
      token, expectations: Expectations(environment: "Xcode"))
    guard case .valid(.transaction, let payload, "Xcode") = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(payload.contains("\"purchaseDate\":1697679936049.7297"))
    #expect(code(TransactionVerifier().examine(token)) == .wrongChainLength)
    #expect(
      code(TransactionVerifier(environment: "Sandbox").examine(token)) == .wrongChainLength)
  }

  @Test(arguments: ["leaf-2021-2023", "leaf-2025-2027"])
  func `each leaf so far bears the mark`(_ name: String) throws {
    let leaf = try Certificate(
      der: try Fixtures.bytes(
        "\(Self.apple)/certs-from-test-source/apple-receipt-signing-\(name).der"))
    let intermediate = try Certificate(
      der: try Fixtures.bytes("\(Self.apple)/certs-from-test-source/AppleWWDRCA-G6.der"))
    #expect(leaf.hasExtension(oid: "1.2.840.113635.100.6.11.1"))
    #expect(leaf.isSigned(by: intermediate))
    #expect(intermediate.hasExtension(oid: "1.2.840.113635.100.6.2.1"))
  }
}
