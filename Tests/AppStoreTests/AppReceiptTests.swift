import AppStore
import Formats
import OpenSSL
import Records
import TestKit
import Testing

@Suite struct `an app receipt` {
  private let chain: ReceiptChain

  init() throws {
    chain = try ReceiptChain()
  }

  private func verify(
    _ bytes: [UInt8], roots: [Certificate]? = nil, environment: String? = nil
  ) throws -> VerifiedReceipt {
    try ReceiptVerifier(
      roots: TrustedRoots(extra: roots ?? [chain.root]), environment: environment
    ).verify(bytes)
  }

  /// Why these bytes are refused; nil where they are not.
  private func code(_ bytes: [UInt8], roots: [Certificate]? = nil) throws -> Refusal.Code? {
    do {
      _ = try verify(bytes, roots: roots)
      return nil
    } catch let refusal as Refusal {
      return refusal.code
    }
  }

  private func content(_ change: (inout ReceiptPlan) -> Void = { _ in }) -> [UInt8] {
    var plan = ReceiptPlan()
    plan.add("430750000001124")
    change(&plan)
    return plan.content
  }

  @Test(arguments: [SignedDataMaker.Hash.sha1, .sha256])
  func `holds when the chain's leaf signed it`(_ hash: SignedDataMaker.Hash) throws {
    let verified = try verify(chain.receipt(content(), hash: hash))
    #expect(verified.isSigned)
    #expect(verified.receipt.bundleID == "com.example.game")
    #expect(verified.receipt.environment == "Production")
    let purchase = try #require(verified.receipt.purchases.first)
    #expect(purchase.transactionID == "430750000001124")
    #expect(purchase.type == .consumable)
    #expect(purchase.quantity == 1)
    #expect(purchase.lineItemID == nil)
    #expect(purchase.expiresDate == nil)
    #expect(purchase.revocationDate == nil)
  }

  @Test func `holds under certificates that were signed with SHA-1`() throws {
    let old = try ReceiptChain {
      $0.root.usesSHA1 = true
      $0.intermediate.usesSHA1 = true
      $0.leaf.usesSHA1 = true
    }
    #expect(try code(old.receipt(content(), hash: .sha1), roots: [old.root]) == nil)
  }

  @Test func `holds in BER, without lengths and with its content in pieces`() throws {
    let form = try ReceiptForm(chain.receipt(content()))
    let verified = try verify(form.ber(content: content()))
    #expect(verified.receipt.purchases.map(\.transactionID) == ["430750000001124"])
    var other = content()
    other[other.count - 1] ^= 1
    #expect(try code(form.ber(content: other)) != nil)
  }

  @Test func `may be without purchases`() throws {
    #expect(try verify(chain.receipt(ReceiptPlan().content)).receipt.purchases.isEmpty)
  }

  @Test(arguments: [
    ("Production", "Production"), ("ProductionVPP", "Production"),
    ("ProductionSandbox", "Sandbox"), ("ProductionVPPSandbox", "Sandbox"), ("Novelty", "Novelty"),
  ])
  func `belongs to the environment of its type`(_ type: String, _ environment: String) throws {
    let receipt = try verify(chain.receipt(content { $0.type = type })).receipt
    #expect(receipt.environment == environment)
    #expect(receipt.receiptType == type)
  }

  @Test func `may write its dates with an offset, and leaves out what is empty`() throws {
    let bytes = try chain.receipt(
      content {
        $0.createdAt = "2026-03-01T13:00:00+0100"
        $0.add("2", [1712: DERWriter.date("2026-02-28T00:00:00Z"), 1705: nil, 1701: nil])
      })
    let receipt = try verify(bytes).receipt
    #expect(receipt.createdAt.text == "2026-03-01T12:00:00Z")
    #expect(receipt.purchases[1].revocationDate?.text == "2026-02-28T00:00:00Z")
    #expect(receipt.purchases[1].originalTransactionID == nil)
    #expect(receipt.purchases[1].quantity == nil)
  }

  @Test func `is judged at its creation date`() throws {
    for (date, wanted) in [
      ("2024-12-31T23:59:59Z", Refusal.Code.expiredAtSigning), ("2025-01-01T00:00:00Z", nil),
      ("2026-12-31T23:59:59Z", nil), ("2027-01-01T00:00:01Z", .expiredAtSigning),
    ] {
      let bytes = try chain.receipt(content { $0.createdAt = date })
      #expect(try code(bytes) == wanted, "\(date)")
    }
  }

  @Test func `needs a creation date that can be read`() throws {
    #expect(try code(chain.receipt(content { $0.createdAt = nil })) == .noSignedDate)
    #expect(try code(chain.receipt(content { $0.createdAt = "" })) == .noSignedDate)
    #expect(try code(chain.receipt(content { $0.createdAt = "yesterday" })) == .badPayload)
    let twice = content { $0.others = [(12, DERWriter.date("2026-03-01T12:00:00Z"))] }
    #expect(try code(chain.receipt(twice)) == .badPayload)
  }

  @Test func `needs a type, a bundle, and an id for each purchase`() throws {
    #expect(try code(chain.receipt(content { $0.type = nil })) == .badPayload)
    #expect(try code(chain.receipt(content { $0.bundleID = nil })) == .badPayload)
    #expect(try code(chain.receipt(content { $0.add("1", [1703: nil]) })) == .badPayload)
    #expect(
      try code(chain.receipt(content { $0.add("1", [1703: DERWriter.text("4.3E+14")]) }))
        == .badPayload)
    #expect(
      try code(chain.receipt(content { $0.add("1", [1701: DERWriter.integer(-1)]) }))
        == .badPayload)
  }

  @Test func `is refused after any one byte is changed`() throws {
    let bytes = try chain.receipt(content())
    _ = try verify(bytes)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      #expect(throws: Refusal.self, "byte \(place)") { try verify(changed) }
    }
  }

  @Test func `says what it claims to be about when it is refused`() throws {
    let bytes = try chain.receipt(content())
    do {
      _ = try verify(bytes, roots: [])
      Issue.record("a root that nobody named was believed")
    } catch let refusal as Refusal {
      #expect(refusal.code == .unknownRoot)
      #expect(refusal.claimed.transactionID == "430750000001124")
      #expect(refusal.claimed.productID == "coins.500")
    }
  }

  @Test func `of Xcode's is taken from one certificate that issued itself`() throws {
    let key = try PrivateKey.generateRSA(bits: 1024)
    let own = try Certificate.issue(
      CertificateTemplate(
        subjectCommonName: "StoreKit", serialNumber: 1, notBefore: newYear(2020),
        notAfter: newYear(2040)), subjectKey: key, issuerKey: key)
    let maker = try SignedDataMaker(
      content: content { $0.type = "Xcode" }, certificates: [own])
    try maker.addSigner(own, key: key)
    let bytes = try maker.finish()
    #expect(try verify(bytes, environment: "Xcode").isSigned == false)
    #expect(try verify(bytes, environment: "LocalTesting").isSigned == false)
    #expect(try code(bytes) == .untrustedChain)
    let claimsProduction = try SignedDataMaker(content: content(), certificates: [own])
    try claimsProduction.addSigner(own, key: key)
    let pretender = try claimsProduction.finish()
    #expect(throws: Refusal.self) { try verify(pretender, environment: "Xcode") }
  }
}
