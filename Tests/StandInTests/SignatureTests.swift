import Bytes
import Curl
import Formats
import OpenSSL
import Records
import StandIn
import Testing

/// The three certificates of a token, leaf first.
private func chain(of token: String) throws -> [Certificate] {
  let head = Array(try #require(token.split(separator: ".").first).utf8)
  var scanner = JSONScanner(try Base64.decode(head.span, .url, padding: .forbidden))
  let header = try #require(try scanner.document().object)
  #expect(header["alg"]?.string == "ES256")
  return try header.tokens("x5c").map { text in
    let encoded = Array(text.utf8)
    return try Certificate(
      der: try Base64.decode(encoded.span, .standard, padding: .required))
  }
}

private func holds(_ token: String) throws -> Bool {
  let parts = token.split(separator: ".")
  let encoded = Array(parts[2].utf8)
  let signature = try Base64.decode(encoded.span, .url, padding: .forbidden)
  let message = Array("\(parts[0]).\(parts[1])".utf8)
  let leaf = try #require(try chain(of: token).first)
  return try ES256Verifier(leaf).verifies(signature.span, of: message.span)
}

private func firstToken(_ store: borrowing StoreOnLoopback) throws -> String {
  let id = try #require(try store.firstLedgerID())
  let answer = try store.get("/inApps/v1/transactions/\(id)")
  return try #require(try answer.object["signedTransactionInfo"]?.string)
}

@Suite struct `a signed answer` {
  @Test func `leads to the folder's root, by Apple's shape`() throws {
    let store = try StoreOnLoopback(plainCustomers: 1)
    let token = try firstToken(store)
    let certificates = try chain(of: token)
    #expect(certificates.count == 3)
    let root = try Certificate(
      pemOrDER: try readWhole(path: store.folder.rootPath, byteLimit: 10_000))
    #expect(certificates[2] == root)
    for moment in [clock, clock.adding(milliseconds: -180 * Milliseconds.day)] {
      let path = try ChainCheck.verify(
        leaf: certificates[0], intermediates: [certificates[1]], anchors: [root],
        atMilliseconds: moment.milliseconds)
      #expect(path.count == 3)
    }
    #expect(certificates[0].hasExtension(oid: "1.2.840.113635.100.6.11.1"))
    #expect(certificates[1].hasExtension(oid: "1.2.840.113635.100.6.2.1"))
    #expect(certificates.map(\.curveName) == ["prime256v1", "secp384r1", "secp384r1"])
    #expect(certificates.map(\.isCA) == [false, true, true])
    #expect(certificates[1].pathLength == 0)
    #expect(try holds(token))
  }

  @Test func `fails when it was tampered with`() throws {
    let fault = Fault(match: .init(path: "/inApps/v1/"), effect: .tampered(token: 1))
    let store = try StoreOnLoopback(plainCustomers: 1, faults: [fault])
    let tampered = try firstToken(store)
    #expect(try !holds(tampered))
    #expect(try payload(of: tampered)["transactionId"] != nil)
    #expect(try holds(try firstToken(store)))
  }
}
