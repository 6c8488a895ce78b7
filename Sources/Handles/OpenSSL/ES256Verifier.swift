private import COpenSSL

/// Checks many ES256 signatures of one certificate's key.
///
/// The key is set up once, which is what makes it worth keeping: one for each leaf.
package final class ES256Verifier {
  private let key: OpaquePointer
  private let digest: OpaquePointer

  /// Takes the key out of `certificate`; a key that is not on P-256 is refused.
  package init(_ certificate: Certificate) throws(OpenSSLFailure) {
    let operation = "check ES256 signatures"
    guard certificate.curveName == PrivateKey.Curve.p256.rawValue else {
      throw OpenSSLFailure(
        operation, reason: "the certificate's key is not on the curve P-256")
    }
    let publicKey = X509_get0_pubkey(certificate.raw)
    guard let key = EVP_PKEY_CTX_new(publicKey, nil) else { throw OpenSSLFailure(operation) }
    guard EVP_PKEY_verify_init(key) == 1, let digest = EVP_MD_CTX_new() else {
      EVP_PKEY_CTX_free(key)
      throw OpenSSLFailure(operation)
    }
    self.key = key
    self.digest = digest
  }

  deinit {
    EVP_PKEY_CTX_free(key)
    EVP_MD_CTX_free(digest)
  }

  /// Whether `signature`, in JOSE form (64 bytes, r then s), is this key's over `message`.
  package func verifies(_ signature: Span<UInt8>, of message: Span<UInt8>) -> Bool {
    guard EVP_DigestInit_ex(digest, EVP_sha256(), nil) == 1 else { return refuse() }
    return verifies(signature, afterHashing: message)
  }

  /// Whether `signature` is this key's over what `beginning` has hashed, followed by `rest`.
  ///
  /// The header of a token is the same for every token of one leaf, so it is hashed once.
  package func verifies(
    _ signature: Span<UInt8>, of beginning: borrowing DigestContext, then rest: Span<UInt8>
  ) -> Bool {
    guard EVP_MD_CTX_copy_ex(digest, beginning.raw) == 1 else { return refuse() }
    return verifies(signature, afterHashing: rest)
  }

  private func verifies(_ signature: Span<UInt8>, afterHashing rest: Span<UInt8>) -> Bool {
    guard signature.count == 64 else { return false }
    let updated = rest.withUnsafeBufferPointer {
      EVP_DigestUpdate(digest, $0.baseAddress, $0.count)
    }
    guard updated == 1 else { return refuse() }
    let capacity = 32 + longestSequenceByteCount
    let answer = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { space in
      let hash = UnsafeMutableBufferPointer(rebasing: space[..<32])
      let sequence = UnsafeMutableBufferPointer(rebasing: space[32...])
      guard EVP_DigestFinal_ex(digest, hash.baseAddress, nil) == 1 else { return Int32(0) }
      let length = encodeSequence(of: signature, into: sequence)
      return EVP_PKEY_verify(key, sequence.baseAddress, length, hash.baseAddress, 32)
    }
    return answer == 1 || refuse()
  }

  /// Empties the error queue, so that a refusal does not speak for the next failure.
  private func refuse() -> Bool {
    OpenSSLFailure.drainedQueue()
    return false
  }
}
