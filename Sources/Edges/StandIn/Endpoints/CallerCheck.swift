import Formats
import OpenSSL

/// Whether a call carries a token that the store would accept (facts 1.3).
struct CallerCheck {
  let verifier: ES256Verifier
  let identity: StoreIdentity

  /// Judges the header by the caller's clock, which is the real one.
  func accepts(_ header: String?, nowMilliseconds: Int64) -> Bool {
    guard let header, header.hasPrefix("Bearer ") else { return false }
    let parts = header.dropFirst(7).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = object(parts[0]), let claims = object(parts[1]),
      let signature = bytes(parts[2])
    else { return false }
    guard head["alg"]?.string == "ES256", head["kid"]?.string == identity.keyID,
      claims["iss"]?.string == identity.issuerID,
      claims["aud"]?.string == "appstoreconnect-v1", claims["bid"]?.string == identity.bundleID,
      isCurrent(claims, nowSeconds: nowMilliseconds / 1_000)
    else { return false }
    let message = Array("\(parts[0]).\(parts[1])".utf8)
    return verifier.verifies(signature.span, of: message.span)
  }

  private func isCurrent(_ claims: JSONObject, nowSeconds now: Int64) -> Bool {
    guard let issued = claims["iat"]?.number.flatMap({ Int64($0) }),
      let expires = claims["exp"]?.number.flatMap({ Int64($0) })
    else { return false }
    // A minute for clocks that differ.
    return issued <= now + 60 && expires > now && expires > issued && expires <= issued + 3_600
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
