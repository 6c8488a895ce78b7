private import COpenSSL

/// A key that signs: on an elliptic curve, or of RSA.
///
/// It has no description, and no failure text quotes it.
package struct PrivateKey: ~Copyable {
  /// The curve a key lies on.
  package enum Curve: String, Equatable, Sendable {
    case p256 = "prime256v1"
    case p384 = "secp384r1"
  }

  /// The curve it lies on; nil for one of RSA.
  package let curve: Curve?
  let raw: OpaquePointer

  /// Reads an unencrypted key on a curve in PEM form: `PRIVATE KEY` (PKCS#8) or `EC PRIVATE KEY`.
  package init(pem: [UInt8]) throws(OpenSSLFailure) {
    let operation = "read the private key"
    let key = try Self.read(pem, for: operation)
    guard let curve = Curve(rawValue: curveName(of: key) ?? "") else {
      EVP_PKEY_free(key)
      throw OpenSSLFailure(operation, reason: "it is not a key of the curve P-256 or P-384")
    }
    self.curve = curve
    self.raw = key
  }

  /// Reads an unencrypted key of RSA in PEM form.
  package init(rsaPEM pem: [UInt8]) throws(OpenSSLFailure) {
    let operation = "read the private key"
    let key = try Self.read(pem, for: operation)
    guard EVP_PKEY_is_a(key, "RSA") == 1 else {
      EVP_PKEY_free(key)
      throw OpenSSLFailure(operation, reason: "it is not a key of RSA")
    }
    self.curve = nil
    self.raw = key
  }

  private static func read(
    _ pem: [UInt8], for operation: String
  ) throws(OpenSSLFailure) -> OpaquePointer {
    let source = try MemoryBIO(reading: pem, for: operation)
    guard let key = PEM_read_bio_PrivateKey(source.raw, nil, refusingPassword, nil) else {
      throw OpenSSLFailure(operation)
    }
    return key
  }

  private init(curve: Curve?, taking raw: OpaquePointer) {
    self.curve = curve
    self.raw = raw
  }

  deinit { EVP_PKEY_free(raw) }

  /// Makes a new random key.
  package static func generate(_ curve: Curve) throws(OpenSSLFailure) -> PrivateKey {
    guard let key = copenssl_generate_ec(curve.rawValue) else {
      throw OpenSSLFailure("generate a key")
    }
    return PrivateKey(curve: curve, taking: key)
  }

  /// Makes a new random key of RSA, as app receipts are signed with.
  package static func generateRSA(bits: Int = 2048) throws(OpenSSLFailure) -> PrivateKey {
    guard let key = copenssl_generate_rsa(bits) else { throw OpenSSLFailure("generate a key") }
    return PrivateKey(curve: nil, taking: key)
  }

  /// The key in PEM form, PKCS#8, unencrypted.
  package func pem() throws(OpenSSLFailure) -> [UInt8] {
    let target = try MemoryBIO(for: "write the private key")
    guard PEM_write_bio_PKCS8PrivateKey(target.raw, raw, nil, nil, 0, nil, nil) == 1 else {
      throw OpenSSLFailure("write the private key")
    }
    return target.contents()
  }

  /// Signs with ES256 (P-256 and SHA-256); the 64 bytes of a JOSE signature, r then s.
  package func signES256(_ message: [UInt8]) throws(OpenSSLFailure) -> [UInt8] {
    let operation = "sign with ES256"
    guard curve == .p256 else {
      throw OpenSSLFailure(operation, reason: "the key is not on the curve P-256")
    }
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var length = 128
    var sequence = [UInt8](repeating: 0, count: length)
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, raw) == 1,
      EVP_DigestSign(context, &sequence, &length, message, message.count) == 1,
      let signature = joseForm(ofSequence: Array(sequence[..<length]))
    else { throw OpenSSLFailure(operation) }
    return signature
  }
}

/// The name of the curve of a key; nil for a key of another kind.
func curveName(of key: OpaquePointer) -> String? {
  var name = [CChar](repeating: 0, count: 64)
  var length = 0
  guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else {
    OpenSSLFailure.drainedQueue()
    return nil
  }
  return String(decoding: name[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
