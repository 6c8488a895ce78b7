import AppStore
import OpenSSL
import Records
import Testing
import TestKit

/// Noon of 2026-03-10, when everything in these tests is signed.
let noon: Int64 = 1_773_144_000_000

/// The payload of a dull transaction, signed at noon.
func transaction(_ id: String = "2000000000000001", signedAt: Int64? = noon) -> String {
  let date = signedAt.map { ",\"signedDate\":\($0)" } ?? ""
  return """
    {"transactionId":"\(id)","originalTransactionId":"2000000000000000","productId":"coins.500",\
    "bundleId":"com.example.game","environment":"Production","quantity":1\(date)}
    """
}

/// What a verifier of the chain's root says about a token; nil where it believes it.
func refusal(
  of token: String, roots: [Certificate], environment: String? = nil, as kind: DocumentKind? = nil
) -> Refusal? {
  let verifier = TransactionVerifier(
    roots: TrustedRoots(extra: roots), environment: environment)
  do throws(Refusal) {
    _ = try verifier.verify(Array(token.utf8), as: kind)
    return nil
  } catch {
    return error
  }
}

@Suite struct `a signed transaction` {
  let chain: SpecimenChain

  init() throws { chain = try SpecimenChain() }

  @Test func `is believed with a whole chain to a known root`() throws {
    let verifier = TransactionVerifier(roots: TrustedRoots(extra: [chain.root]))
    let verified = try verifier.verify(Array(chain.token(transaction()).utf8))
    #expect(verified.payload.kind == .transaction)
    #expect(verified.payload.isSigned)
    #expect(verified.payload.signedAt?.milliseconds == noon)
    #expect(String(decoding: verified.payload.json, as: UTF8.self) == transaction())
  }

  @Test func `is named by what it claims when it is refused`() throws {
    let other = try SpecimenChain()
    let refusal = refusal(of: try chain.token(transaction()), roots: [other.root])
    #expect(refusal?.code == .unknownRoot)
    #expect(refusal?.claimed.transactionID == "2000000000000001")
    #expect(refusal?.claimed.originalTransactionID == "2000000000000000")
    #expect(refusal?.claimed.productID == "coins.500")
  }

  @Test(arguments: [
    ("", Refusal.Code.notCompact),
    ("eyJ", .notCompact),
    ("eyJ.eyJ", .notCompact),
    ("a.b.c.d", .notCompact),
    ("e30.e30=.e30", .badBase64),
    ("e30.e+0.e30", .badBase64),
    ("e30.W10.e30", .badPayload),
    ("e30.e30.e3", .badBase64),
    ("e30.e30.e30", .badSignature),
  ])
  func `is refused when its form is broken`(_ token: String, _ code: Refusal.Code) {
    #expect(refusal(of: token, roots: [chain.root])?.code == code)
  }

  @Test func `is refused when its key is named twice`() throws {
    let twice = "{\"signedDate\":\(noon),\"transactionId\":\"1\",\"transactionId\":\"2\"}"
    #expect(refusal(of: try chain.token(twice), roots: [chain.root])?.code == .badPayload)
  }

  @Test(arguments: [
    ("not json", Refusal.Code.badHeader),
    ("[]", .badHeader),
    ("{}", .wrongAlgorithm),
    ("{\"alg\":\"none\"}", .wrongAlgorithm),
    ("{\"alg\":\"HS256\",\"x5c\":[]}", .wrongAlgorithm),
    ("{\"alg\":\"es256\",\"x5c\":[]}", .wrongAlgorithm),
    ("{\"alg\":[\"ES256\"],\"x5c\":[]}", .wrongAlgorithm),
    ("{\"alg\":\"ES256\"}", .wrongChainLength),
    ("{\"alg\":\"ES256\",\"x5c\":\"MAA=\"}", .wrongChainLength),
    ("{\"alg\":\"ES256\",\"x5c\":[]}", .wrongChainLength),
    ("{\"alg\":\"ES256\",\"x5c\":[\"MAA=\",\"MAA=\"]}", .wrongChainLength),
    ("{\"alg\":\"ES256\",\"x5c\":[\"MAA=\",\"MAA=\",\"MAA=\",\"MAA=\"]}", .wrongChainLength),
    ("{\"alg\":\"ES256\",\"x5c\":[\"MAA=\",\"MAA=\",1]}", .badHeader),
    ("{\"alg\":\"ES256\",\"x5c\":[\"MAA=\",\"MAA=\",\"MAA\"]}", .badHeader),
    ("{\"alg\":\"ES256\",\"x5c\":[\"MA_=\",\"MAA=\",\"MAA=\"]}", .badHeader),
    ("{\"alg\":\"ES256\",\"x5c\":[\"MAA=\",\"MAA=\",\"MAA=\"]}", .badCertificate),
  ])
  func `is refused when its header is wrong`(_ header: String, _ code: Refusal.Code) throws {
    let token = try chain.token(transaction(), header: header)
    #expect(refusal(of: token, roots: [chain.root])?.code == code)
  }

  @Test func `may have more in its header`() throws {
    let plain = try chain.token(transaction())
    let parts = plain.split(separator: ".")
    let known = try #require(parts.first)
    let header = try #require(decodedBase64url(known))
    let longer = header.dropLast() + ",\"kid\":\"x\",\"crit\":[]}"
    let token = try chain.token(transaction(), header: String(longer))
    #expect(refusal(of: token, roots: [chain.root]) == nil)
  }

  @Test func `is refused without the moment of signing`() throws {
    let undated = try chain.token(transaction(signedAt: nil))
    #expect(refusal(of: undated, roots: [chain.root])?.code == .noSignedDate)
    let text = try chain.token("{\"transactionId\":\"1\",\"signedDate\":\"tomorrow\"}")
    #expect(refusal(of: text, roots: [chain.root])?.code == .noSignedDate)
  }

  @Test func `is refused when it is another kind than was asked for`() throws {
    let token = try chain.token(transaction())
    #expect(refusal(of: token, roots: [chain.root], as: .transaction) == nil)
    #expect(refusal(of: token, roots: [chain.root], as: .renewal)?.code == .wrongKind)
  }

  @Test func `is refused after any one byte is changed`() throws {
    let verifier = TransactionVerifier(roots: TrustedRoots(extra: [chain.root]))
    let token = Array(try chain.token(transaction()).utf8)
    _ = try verifier.verify(token)
    for place in token.indices {
      var changed = token
      changed[place] ^= 1
      #expect(throws: Refusal.self, "byte \(place)") { try verifier.verify(changed) }
    }
    _ = try verifier.verify(token)
  }
}
