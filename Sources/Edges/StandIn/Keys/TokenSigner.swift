import Formats
import OpenSSL

/// Signs compact tokens with ES256 under one header.
struct TokenSigner: ~Copyable {
  private let key: PrivateKey
  /// The header, encoded, with the point after it.
  let beginning: [UInt8]

  /// Signs as the store does: the chain stands in the header, leaf first (facts 5.1).
  init(key: consuming PrivateKey, chain: [Certificate]) {
    var header = PayloadText()
    header.add("alg", "ES256")
    header.add(
      "x5c",
      chain.map { certificate in
        let der = certificate.der
        return Base64.encode(der.span, .standard, padded: true)
      })
    self.init(key: key, header: header)
  }

  /// Signs as an app's server does for its calls (facts 1.3).
  init(key: consuming PrivateKey, keyID: String) {
    var header = PayloadText()
    header.add("alg", "ES256")
    header.add("kid", keyID)
    header.add("typ", "JWT")
    self.init(key: key, header: header)
  }

  private init(key: consuming PrivateKey, header: PayloadText) {
    self.key = key
    beginning = Array((base64URL(Array(header.text.utf8)) + ".").utf8)
  }

  /// The payload as a token of three parts.
  func token(_ payload: String) throws(OpenSSLFailure) -> String {
    try token(signing: Array(payload.utf8))
  }

  /// The payload's bytes as they stand, as a token of three parts.
  func token(signing payload: [UInt8]) throws(OpenSSLFailure) -> String {
    String(decoding: beginning + (try ending(of: payload)), as: UTF8.self)
  }

  /// What follows `beginning` in the token of a payload.
  func ending(of payload: [UInt8]) throws(OpenSSLFailure) -> [UInt8] {
    var message = beginning
    message.append(contentsOf: base64URL(payload).utf8)
    let signature = try key.signES256(message)
    var ending = Array(message[beginning.count...])
    ending.append(UInt8(ascii: "."))
    ending.append(contentsOf: base64URL(signature).utf8)
    return ending
  }
}

private func base64URL(_ bytes: [UInt8]) -> String {
  Base64.encode(bytes.span, .url, padded: false)
}
