import AppStore
import Formats
@testable import Matching
import OpenSSL
import Records
import System
import TestKit
import Testing

@Suite struct `a file of app receipts` {
  private let chain: ReceiptChain
  private let tokens: SpecimenChain
  private let verifier: TransactionVerifier

  init() throws {
    chain = try ReceiptChain()
    tokens = try SpecimenChain()
    verifier = TransactionVerifier(roots: TrustedRoots(extra: [chain.root, tokens.root]))
  }

  private func bytes(_ ids: [String], at date: String = "2026-03-01T12:00:00Z") throws -> [UInt8] {
    var plan = ReceiptPlan()
    plan.createdAt = date
    for id in ids { plan.add(id) }
    return try chain.receipt(plan.content)
  }

  private func text(_ ids: [String], at date: String = "2026-03-01T12:00:00Z") throws -> String {
    let bytes = try bytes(ids, at: date)
    return Base64.encode(bytes.span, .standard, padded: true)
  }

  private func lines(_ text: String, of width: Int, end: String = "\n") -> String {
    var lines: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      lines.append(rest.prefix(width))
      rest = rest.dropFirst(width)
    }
    return lines.map { $0 + end }.joined()
  }

  private func read(_ text: String) throws -> Reading { try Reading(text, verifier: verifier) }

  @Test func `gives the purchases, stated when the receipt was made`() throws {
    let read = try read("\(text(["1", "2"]))\n\(text(["3"]))\n")
    #expect(read.ids == ["1", "2", "3"])
    #expect(read.store.origin == [.appReceipt, .appReceipt, .appReceipt])
    #expect(read.store.statedAt[0].instant?.text == "2026-03-01T12:00:00Z")
    #expect(read.text(read.store.bundleID[0]) == "com.example.game")
    #expect(read.text(read.store.environment[0]) == "Production")
    #expect(read.store.type == [.consumable, .consumable, .consumable])
    #expect(read.summary.recordCount == 3)
    #expect(read.summary.unsignedCount == 0)
    #expect(read.summary.gaps.isEmpty)
  }

  @Test func `may be one receipt in its own bytes`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/receipt"
    try Files.writeDurably(bytes(["1", "2"]), to: path)
    #expect(try Reading(path: path, verifier: verifier).ids == ["1", "2"])
  }

  @Test(arguments: [64, 76, 1_000, 100_000], ["\n", "\r\n", " \n\n"])
  func `may break its receipts into lines`(_ width: Int, _ end: String) throws {
    let first = try lines(text(["1"]), of: width, end: end)
    let second = try lines(text(["2"]), of: width, end: end)
    #expect(try read(first + second).ids == ["1", "2"])
  }

  @Test func `may hold other forms besides`() throws {
    let read = try read(
      """
      {"transactionId":"1"}
      \(lines(text(["2"]), of: 76))["\(text(["3"]))"]
      "\(text(["4"]))"
      \(tokens.token(transaction("5")))
      {"user_id":"u1","receipt":"\(text(["6"]))"}
      """)
    #expect(read.ids == ["1", "2", "3", "4", "5", "6"])
    let origins: [Origin] = [
      .unsignedFile, .appReceipt, .appReceipt, .appReceipt, .signedFile, .appReceipt,
    ]
    #expect(read.store.origin == origins)
  }

  @Test func `that is cut off does not swallow what follows`() throws {
    let cut = try text(["1"]).prefix(800)
    let read = try read("\(cut)\n\(text(["2"]))\n\(cut)\n\(tokens.token(transaction("3")))\n")
    #expect(read.ids == ["2", "3"])
    #expect(read.summary.refusedCount == 2)
  }

  @Test func `with a receipt that is refused leaves a gap about everything`() throws {
    let other = try ReceiptChain()
    var plan = ReceiptPlan()
    plan.add("1")
    let foreign = try other.receipt(plan.content)
    let read = try read(
      Base64.encode(foreign.span, .standard, padded: true) + "\n" + text(["2"]))
    #expect(read.ids == ["2"])
    #expect(read.summary.refusedCount == 1)
    #expect(read.store.refused.count == 1)
    #expect(read.text(read.store.refused[0].claimedID) == "1")
    let gap = try #require(read.summary.gaps.first)
    #expect(gap.nature == .gap)
    #expect(gap.transactionID == nil && gap.originalTransactionID == nil)
    #expect(gap.reason.hasPrefix("signature refused: its root certificate is not Apple's"))
  }

  @Test func `limits what can be said about consumables`() throws {
    let limits = try read(text(["1"])).summary.limits
    #expect(limits.map(\.productType) == [.consumable])
    #expect(limits.map(\.nature) == [.limit])
  }

  @Test func `alone proves no absence, and beside other records leaves them their weight`() throws {
    let early = try read(text(["1"], at: "2026-02-28T00:00:00Z")).summary
    let late = try read(text(["2"])).summary
    let alone = StoreFileSummary.limits(of: [late, early])
    #expect(alone.map(\.nature) == [.limit])
    #expect(alone[0].scope == "everything")
    #expect(alone[0].reason.contains("2026-02-28T00:00:00Z"))
    let token = try read(tokens.token(transaction("3"))).summary
    #expect(StoreFileSummary.limits(of: [late, token]).isEmpty)
    #expect(StoreFileSummary.limits(of: [token]).isEmpty)
    #expect(StoreFileSummary.limits(of: []).isEmpty)
  }

  @Test func `of Xcode counts as unsigned, where the job is about Xcode`() throws {
    let own = try Certificate.issue(
      CertificateTemplate(
        subjectCommonName: "StoreKit", serialNumber: 1, notBefore: newYear(2020),
        notAfter: newYear(2040)), subjectKey: chain.leafKey, issuerKey: chain.leafKey)
    var plan = ReceiptPlan()
    plan.type = "Xcode"
    plan.add("0", [1705: nil])
    let receipt = try chain.receipt(plan.content, certificates: [own], signer: own)
    let read = try Reading(
      Base64.encode(receipt.span, .standard, padded: true), environment: "Xcode",
      verifier: TransactionVerifier(environment: "Xcode"))
    #expect(read.ids == ["0"])
    #expect(read.store.origin == [.unsignedFile])
    #expect(read.summary.unsignedCount == 1)
  }
}
