import AppStore
import TestKit
import Testing

@Suite struct `examining a signed text` {
  let chain: SpecimenChain
  let verifier: TransactionVerifier

  init() throws {
    chain = try SpecimenChain()
    verifier = TransactionVerifier(roots: TrustedRoots(extra: [chain.root]))
  }

  private func examine(
    _ text: String, as kind: DocumentKind? = nil, bundle: String? = nil,
    environment: String? = nil, app: String? = nil
  ) -> Examination {
    verifier.examine(
      Array(text.utf8), kind: kind,
      expectations: Expectations(bundleID: bundle, environment: environment, appAppleID: app))
  }

  private func code(_ examination: Examination) -> Refusal.Code? {
    if case .refused(let refusal) = examination { refusal.code } else { nil }
  }

  @Test func `gives back the payload exactly as it was signed`() throws {
    let payload = "{ \"transactionId\" : \"1\",  \"price\":4.3E+14,\"signedDate\":\(noon) }"
    let token = try chain.token(payload)
    let valid = Examination.valid(kind: .transaction, payload: payload, environment: nil)
    #expect(examine(token) == valid)
    #expect(examine("  \(token)\r\n") == valid)
    #expect(examine("{\"signedTransactionInfo\":\"\(token)\"}") == valid)
  }

  @Test(arguments: [
    ("\"transactionId\":\"1\"", "signedDate", DocumentKind.transaction),
    ("\"autoRenewProductId\":\"a\",\"originalTransactionId\":\"1\"", "signedDate", .renewal),
    ("\"notificationUUID\":\"u\",\"data\":{}", "signedDate", .notification),
    (
      "\"receiptType\":\"Sandbox\",\"appTransactionId\":\"7\"", "receiptCreationDate",
      .appTransaction
    ),
    ("\"bundleId\":\"com.example.game\"", "signedDate", .transaction),
  ])
  func `sees what it is by its fields`(
    _ fields: String, _ date: String, _ kind: DocumentKind
  ) throws {
    let payload = "{\(fields),\"\(date)\":\(noon)}"
    guard case .valid(let found, _, _) = examine(try chain.token(payload)) else {
      Issue.record("refused")
      return
    }
    #expect(found == kind)
  }

  @Test func `refuses an app transaction that is dated as other payloads are`() throws {
    let token = try chain.token("{\"receiptType\":\"Sandbox\",\"signedDate\":\(noon)}")
    #expect(code(examine(token)) == .noSignedDate)
  }

  @Test func `compares bundle and environment`() throws {
    let token = try chain.token(transaction())
    #expect(code(examine(token, bundle: "com.example.game", environment: "Production")) == nil)
    #expect(code(examine(token, bundle: "com.example.other")) == .wrongBundle)
    #expect(code(examine(token, environment: "Sandbox")) == .wrongEnvironment)
    // A transaction does not name the app's Apple id.
    #expect(code(examine(token, app: "77")) == nil)
  }

  @Test func `refuses what does not say what was asked for`() throws {
    let token = try chain.token("{\"transactionId\":\"1\",\"signedDate\":\(noon)}")
    #expect(code(examine(token, bundle: "com.example.game")) == .wrongBundle)
    #expect(code(examine(token, environment: "Production")) == .wrongEnvironment)
  }

  @Test func `asks no bundle of a renewal info`() throws {
    let token = try chain.token(
      "{\"autoRenewStatus\":1,\"environment\":\"Sandbox\",\"signedDate\":\(noon)}")
    #expect(code(examine(token, bundle: "com.example.game", environment: "Sandbox")) == nil)
    #expect(code(examine(token, environment: "Production")) == .wrongEnvironment)
  }

  @Test(arguments: [
    ("Production", "77", nil), ("Production", "78", Refusal.Code.wrongApp),
    ("Sandbox", "78", nil),
  ])
  func `compares the app's Apple id in production only`(
    _ environment: String, _ app: String, _ refused: Refusal.Code?
  ) throws {
    let payload = """
      {"receiptType":"\(environment)","appAppleId":77,"receiptCreationDate":\(noon)}
      """
    #expect(code(examine(try chain.token(payload), app: app)) == refused)
  }

  @Test func `names the wrong bundle of a text that has no date`() throws {
    let token = try chain.token(transaction(signedAt: nil))
    #expect(code(examine(token)) == .noSignedDate)
    #expect(code(examine(token, bundle: "com.example.other")) == .wrongBundle)
    #expect(code(examine(token, bundle: "com.example.game")) == .noSignedDate)
  }

  @Test(arguments: ["", "  ", "{}", "{\"a\":1}", "[]", "MIIT", "{\"signedPayload\":1}"])
  func `refuses what is no signed text`(_ text: String) {
    #expect(code(examine(text)) == .notCompact)
  }

  @Test func `names what it refuses`() throws {
    let other = try SpecimenChain()
    guard case .refused(let refusal) = examine(try other.token(transaction("42"))) else {
      Issue.record("believed")
      return
    }
    #expect(refusal.claimed.transactionID == "42")
  }
}

@Suite struct `examining a notification` {
  let chain: SpecimenChain
  let verifier: TransactionVerifier

  init() throws {
    chain = try SpecimenChain()
    verifier = TransactionVerifier(roots: TrustedRoots(extra: [chain.root]))
  }

  private func notification(_ data: String, name: String = "data") throws -> String {
    try chain.token(
      """
      {"notificationType":"TEST","notificationUUID":"u","\(name)":{\(data)},"signedDate":\(noon)}
      """)
  }

  private func refusal(
    _ token: String, _ expectations: Expectations = Expectations()
  ) -> Refusal? {
    let answer = verifier.examine(Array(token.utf8), expectations: expectations)
    if case .refused(let refusal) = answer { return refusal }
    return nil
  }

  private static let belonging = "\"bundleId\":\"com.example.game\",\"environment\":\"Production\""

  @Test func `verifies each signed text inside it`() throws {
    let inner = try chain.token(transaction())
    let token = try notification("\(Self.belonging),\"signedTransactionInfo\":\"\(inner)\"")
    #expect(refusal(token) == nil)
    #expect(refusal(token, Expectations(bundleID: "com.example.game")) == nil)
  }

  @Test func `refuses one that carries a forged transaction`() throws {
    let forged = try SpecimenChain().token(transaction("666"))
    let token = try notification("\(Self.belonging),\"signedTransactionInfo\":\"\(forged)\"")
    let refusal = try #require(self.refusal(token))
    #expect(refusal.code == .unknownRoot)
    #expect(refusal.words.contains("signedTransactionInfo"))
    #expect(refusal.claimed.transactionID == "666")
  }

  @Test func `refuses one that carries another app's transaction`() throws {
    let inner = try chain.token(
      "{\"transactionId\":\"1\",\"bundleId\":\"com.example.other\",\"signedDate\":\(noon)}")
    let token = try notification("\(Self.belonging),\"signedTransactionInfo\":\"\(inner)\"")
    #expect(refusal(token)?.code == .wrongBundle)
  }

  @Test func `refuses one that carries something else`() throws {
    let inner = try chain.token(transaction())
    let token = try notification("\(Self.belonging),\"signedRenewalInfo\":\"\(inner)\"")
    #expect(refusal(token)?.code == .wrongKind)
  }

  @Test(arguments: ["data", "summary", "appData"])
  func `finds app and environment where each type keeps them`(_ name: String) throws {
    let token = try notification("\(Self.belonging),\"appAppleId\":77", name: name)
    let right = Expectations(
      bundleID: "com.example.game", environment: "Production", appAppleID: "77")
    #expect(refusal(token, right) == nil)
    #expect(refusal(token, Expectations(bundleID: "x"))?.code == .wrongBundle)
    #expect(refusal(token, Expectations(environment: "Sandbox"))?.code == .wrongEnvironment)
    #expect(refusal(token, Expectations(appAppleID: "7"))?.code == .wrongApp)
  }

  @Test func `takes an external purchase's environment from its id`() throws {
    let sandbox = try notification(
      "\"externalPurchaseId\":\"SANDBOX_1\"", name: "externalPurchaseToken")
    #expect(refusal(sandbox, Expectations(environment: "Sandbox")) == nil)
    let production = try notification(
      "\"externalPurchaseId\":\"1\"", name: "externalPurchaseToken")
    #expect(refusal(production, Expectations(environment: "Production")) == nil)
    #expect(refusal(production, Expectations(environment: "Sandbox"))?.code == .wrongEnvironment)
  }
}
