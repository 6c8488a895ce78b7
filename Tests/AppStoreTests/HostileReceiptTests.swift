import AppStore
import Formats
import OpenSSL
import TestKit
import Testing

@Suite struct `a hostile receipt` {
  private let chain: ReceiptChain

  init() throws {
    chain = try ReceiptChain()
  }

  private func code(_ bytes: [UInt8], roots: [Certificate]? = nil) -> Refusal.Code? {
    do throws(Refusal) {
      _ = try ReceiptVerifier(roots: TrustedRoots(extra: roots ?? [chain.root])).verify(bytes)
      return nil
    } catch {
      return error.code
    }
  }

  private func content() -> [UInt8] {
    var plan = ReceiptPlan()
    plan.add("430750000001124")
    return plan.content
  }

  private var below: CertificateTemplate {
    CertificateTemplate(
      subjectCommonName: "Specimen Leaf", serialNumber: 9, notBefore: newYear(2025),
      notAfter: newYear(2027), markerOIDs: ["1.2.840.113635.100.6.11.1"])
  }

  @Test func `is signed by a certificate below the leaf`() throws {
    let shifted = try chain.issueBelowLeaf(below)
    let four = try chain.receipt(
      content(), certificates: [shifted, chain.leaf, chain.intermediate, chain.root],
      signer: shifted)
    #expect(code(four) == .wrongChainLength)
    let three = try chain.receipt(
      content(), certificates: [shifted, chain.leaf, chain.root], signer: shifted)
    #expect(code(three) == .untrustedChain)
    let beside = try chain.receipt(
      content(), certificates: [shifted, chain.intermediate, chain.root], signer: shifted)
    #expect(code(beside) == .untrustedChain)
    let absent = try chain.receipt(content(), signer: shifted)
    #expect(code(absent) == .untrustedChain)
  }

  @Test func `has the right names and another's key`() throws {
    let other = try ReceiptChain()
    let bytes = try other.receipt(content())
    #expect(code(bytes) == .unknownRoot)
    // Names and serial numbers are the same in both chains.
    let mixed = try other.receipt(
      content(), certificates: [chain.leaf, chain.intermediate, chain.root])
    #expect(code(mixed) == .badSignature)
    let rootOnly = try other.receipt(
      content(), certificates: [other.leaf, other.intermediate, chain.root])
    #expect(code(rootOnly) == .untrustedChain)
  }

  @Test func `has a root that is only called Apple's`() throws {
    let named = try ReceiptChain { $0.root.subjectCommonName = "Apple Root CA" }
    #expect(code(try named.receipt(content())) == .unknownRoot)
    #expect(code(try named.receipt(content()), roots: []) == .unknownRoot)
  }

  @Test func `has two signers, or none`() throws {
    let certificates = [chain.leaf, chain.intermediate, chain.root]
    let two = try SignedDataMaker(content: content(), certificates: certificates)
    try two.addSigner(chain.leaf, key: chain.leafKey)
    try two.addSigner(chain.leaf, key: chain.leafKey)
    #expect(code(try two.finish()) == .wrongSignerCount)
    var none = try ReceiptForm(chain.receipt(content()))
    none.fields[4] = DERWriter.value(.set, [])
    #expect(code(none.der) == .wrongSignerCount)
  }

  @Test func `has no certificates, or too few`() throws {
    for certificates in [[], [chain.leaf], [chain.leaf, chain.intermediate]] {
      let bytes = try chain.receipt(content(), certificates: certificates)
      #expect(code(bytes) == (certificates.isEmpty ? .notReceipt : .wrongChainLength))
    }
  }

  @Test func `signs what is not inside`() throws {
    #expect(code(try chain.receipt(content(), isDetached: true)) == .notReceipt)
  }

  @Test func `comes from a chain that lacks a mark`() throws {
    let noLeaf = try ReceiptChain { $0.leaf.markerOIDs = [] }
    #expect(code(try noLeaf.receipt(content()), roots: [noLeaf.root]) == .missingMarker)
    let noIntermediate = try ReceiptChain { $0.intermediate.markerOIDs = [] }
    #expect(
      code(try noIntermediate.receipt(content()), roots: [noIntermediate.root]) == .missingMarker)
  }

  @Test func `comes from an intermediate that may not sign`() throws {
    let plain = try ReceiptChain { $0.intermediate.isCA = false }
    #expect(code(try plain.receipt(content()), roots: [plain.root]) == .untrustedChain)
    let authority = try ReceiptChain { $0.leaf.isCA = true }
    #expect(code(try authority.receipt(content()), roots: [authority.root]) == .untrustedChain)
  }

  @Test(
    arguments: [
      [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x30, 0x80], [0x30, 0x80, 0x00, 0x00], [0x30, 0xFF], [0x30], [], [0x1F, 0x85, 0x01, 0x00],
      [0x30, 0x82, 0x00, 0x00],
    ] as [[UInt8]])
  func `has lengths that make no sense`(_ bytes: [UInt8]) {
    #expect(code(bytes) == .notReceipt)
  }

  @Test func `lies a hundred thousand levels deep`() throws {
    let levels = [[UInt8]](repeating: [0x30, 0x80], count: 100_000)
    #expect(code(Array(levels.joined())) == .notReceipt)
    let strings = [[UInt8]](repeating: [0x24, 0x80], count: 100_000)
    let bytes = try chain.receipt(Array(strings.joined()))
    #expect(code(bytes) == .badPayload)
  }

  @Test func `carries what nobody signed`() throws {
    let good = try ReceiptForm(chain.receipt(content()))
    #expect(code(good.der) == nil)
    var version = good
    version.fields[0] = DERWriter.integer(3)
    #expect(code(version.der) == .notReceipt)
    var hashes = good
    hashes.fields[1] = DERWriter.value(.set, [])
    #expect(code(hashes.der) == .notReceipt)
    var extra = good
    extra.fields.insert(DERWriter.value(.field1, []), at: 4)
    #expect(code(extra.der) == .notReceipt)
  }

  @Test func `goes on behind its end`() throws {
    let bytes = try chain.receipt(content())
    #expect(code(bytes + [0]) == .notReceipt)
    #expect(code(Array(bytes.dropLast())) == .notReceipt)
  }

  @Test func `is longer than any receipt`() {
    let zeros = [UInt8](repeating: 0, count: 16_777_217)
    #expect(code([0x30, 0x84, 0x01, 0x00, 0x00, 0x00] + zeros) == .notReceipt)
  }

  @Test func `fuzz: content under a good signature is read or refused, and never brings a stop`()
    throws
  {
    var dice = Dice(seed: 3)
    let good = content()
    for _ in 0..<fuzzRounds(300) {
      let answer = code(try chain.receipt(dice.mutant(of: good)))
      #expect(
        [nil, .badPayload, .noSignedDate, .expiredAtSigning, .untrustedChain].contains(answer))
    }
  }

  @Test func `fuzz: a receipt with bytes changed, lost or added is refused`() throws {
    var dice = Dice(seed: 4)
    let good = try chain.receipt(content())
    for _ in 0..<fuzzRounds(3_000) {
      let changed = dice.mutant(of: good)
      guard changed != good else { continue }
      #expect(code(changed) != nil)
    }
  }
}
