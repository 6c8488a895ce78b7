import Formats
import OpenSSL

/// Whether a call carries a token that the store would accept (facts 1.3).
struct CallerCheck {
  private let verifier: ES256Verifier
  private let identity: StoreIdentity
  /// Headers that were accepted before, with the seconds between which they are.
  private var known: [String: ClosedRange<Int64>] = [:]

  init(verifier: ES256Verifier, identity: StoreIdentity) {
    self.verifier = verifier
    self.identity = identity
  }

  /// Judges the header by the caller's clock.
  mutating func accepts(_ header: String?, nowMilliseconds: Int64) -> Bool {
    guard let header else { return false }
    let now = nowMilliseconds / 1_000
    if let span = known[header], span.contains(now) { return true }
    guard let span = span(of: header), span.contains(now) else { return false }
    if known.count >= 256 { known = [:] }
    known[header] = span
    return true
  }

  /// The seconds in which a header is good; nil for one that never is.
  private func span(of header: String) -> ClosedRange<Int64>? {
    guard header.hasPrefix("Bearer ") else { return nil }
    let parts = header.dropFirst(7).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = object(parts[0]), let claims = object(parts[1]),
      let signature = bytes(parts[2])
    else { return nil }
    guard head["alg"]?.string == "ES256", head["kid"]?.string == identity.keyID,
      claims["iss"]?.string == identity.issuerID,
      claims["aud"]?.string == "appstoreconnect-v1", claims["bid"]?.string == identity.bundleID,
      let issued = claims["iat"]?.number.flatMap({ Int64($0) }),
      let expires = claims["exp"]?.number.flatMap({ Int64($0) }), expires > issued,
      expires <= issued + 3_600
    else { return nil }
    let message = Array("\(parts[0]).\(parts[1])".utf8)
    guard verifier.verifies(signature.span, of: message.span) else { return nil }
    // A minute for clocks that differ.
    return issued - 60...expires - 1
  }

  private func object(_ part: Substring) -> JSONObject? {
    guard let text = bytes(part) else { return nil }
    var scanner = JSONScanner(text)
    return try? scanner.document().object
  }

  private func bytes(_ part: Substring) -> [UInt8]? {
    let encoded = Array(part.utf8)
    return try? Base64.decode(encoded.span, .url, padding: .forbidden)
  }
}

extension StoreFolder {
  /// A bearer token that the store accepts for five minutes from now.
  package func bearerToken(nowMilliseconds: Int64) throws(StandInFailure) -> String {
    let now = nowMilliseconds / 1_000
    var claims = PayloadText()
    claims.add("iss", identity.issuerID)
    claims.add("iat", now - 30)
    claims.add("exp", now + 300)
    claims.add("aud", "appstoreconnect-v1")
    claims.add("bid", identity.bundleID)
    let signer = try callerSigner()
    let text = claims.text
    return try signing { () throws(OpenSSLFailure) in try signer.token(text) }
  }
}
