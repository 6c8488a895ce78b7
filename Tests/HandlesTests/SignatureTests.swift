import OpenSSL
import System
import Testing

@Suite struct `digests` {
  @Test func `match the published examples`() {
    #expect(
      hex(SHA256.digest(of: []))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      hex(SHA256.digest(of: Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `may be taken in parts and go on from a copy`() {
    var beginning = DigestContext()
    beginning.update(Array("a".utf8))
    var rest = DigestContext(copying: beginning)
    rest.update(Array("bc".utf8))
    #expect(rest.finish() == SHA256.digest(of: Array("abc".utf8)))
    #expect(beginning.finish() == SHA256.digest(of: Array("a".utf8)))
  }
}

@Suite struct `ES256 signatures` {
  @Test func `are accepted over their message and no other`() throws {
    let chain = try SpecimenChain()
    let verifier = try ES256Verifier(chain.leaf)
    // Many rounds, since one integer in 256 is short and one in two needs a sign byte.
    for round in 0..<600 {
      let message = Array("message \(round)".utf8)
      let signature = try chain.leafKey.signES256(message)
      #expect(signature.count == 64)
      #expect(verifier.accepts(signature, message))
      #expect(!verifier.accepts(signature, Array("message".utf8)))
    }
  }

  @Test func `are accepted over a beginning hashed once`() throws {
    let chain = try SpecimenChain()
    let verifier = try ES256Verifier(chain.leaf)
    let signature = try chain.leafKey.signES256(Array("header.payload".utf8))
    var header = DigestContext()
    header.update(Array("header.".utf8))
    for _ in 0..<2 {
      let isAccepted = verifier.verifies(
        signature.span, of: header, then: Array("payload".utf8).span)
      #expect(isAccepted)
      let isFooled = verifier.verifies(
        signature.span, of: header, then: Array("payloae".utf8).span)
      #expect(!isFooled)
    }
  }

  @Test func `are refused when any byte differs or the length is wrong`() throws {
    let chain = try SpecimenChain()
    let verifier = try ES256Verifier(chain.leaf)
    let message = Array("message".utf8)
    let signature = try chain.leafKey.signES256(message)
    for place in signature.indices {
      var changed = signature
      changed[place] ^= 1
      #expect(!verifier.accepts(changed, message))
    }
    let zeros = [UInt8](repeating: 0, count: 64)
    for wrong in [[], zeros, Array(signature.dropLast()), signature + [0]] {
      #expect(!verifier.accepts(wrong, message))
    }
  }

  @Test func `are another key's business`() throws {
    let chain = try SpecimenChain()
    let stranger = try SpecimenChain()
    let signature = try chain.leafKey.signES256([1, 2, 3])
    let message: [UInt8] = [1, 2, 3]
    #expect(try !ES256Verifier(stranger.leaf).accepts(signature, message))
    let refusal = #expect(throws: OpenSSLFailure.self) {
      let large = try SpecimenChain(leafCurve: .p384)
      _ = try ES256Verifier(large.leaf)
    }
    #expect(refusal?.reasons == ["the certificate's key is not on the curve P-256"])
  }
}

@Suite struct `private keys` {
  @Test func `sign the same way after a round through PEM`() throws {
    let chain = try SpecimenChain()
    let pem = try chain.leafKey.pem()
    #expect(String(decoding: pem, as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    let message: [UInt8] = [7]
    let signature = try PrivateKey(pem: pem).signES256(message)
    #expect(try ES256Verifier(chain.leaf).accepts(signature, message))
  }

  @Test func `are refused when broken or of another kind`() throws {
    let rsa = try Command.run(
      "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 2>/dev/null",
      timeoutMilliseconds: 60_000, byteLimit: 10_000)
    let refusal = #expect(throws: OpenSSLFailure.self) { _ = try PrivateKey(pem: rsa.bytes) }
    #expect(refusal?.reasons == ["it is not a key of the curve P-256 or P-384"])
    #expect(throws: OpenSSLFailure.self) { _ = try PrivateKey(pem: []) }
    #expect(throws: OpenSSLFailure.self) { _ = try PrivateKey(pem: Array("text".utf8)) }
  }

  @Test func `that are encrypted are refused without asking anybody`() throws {
    let encrypted = try Command.run(
      "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -aes256 -pass pass:x",
      timeoutMilliseconds: 60_000, byteLimit: 10_000)
    #expect(encrypted.exitStatus == 0)
    #expect(throws: OpenSSLFailure.self) { _ = try PrivateKey(pem: encrypted.bytes) }
  }

  @Test func `sign ES256 only on its curve`() throws {
    let key = try PrivateKey.generate(.p384)
    #expect(throws: OpenSSLFailure.self) { _ = try key.signES256([1]) }
  }
}

extension ES256Verifier {
  fileprivate func accepts(_ signature: [UInt8], _ message: [UInt8]) -> Bool {
    verifies(signature.span, of: message.span)
  }
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
