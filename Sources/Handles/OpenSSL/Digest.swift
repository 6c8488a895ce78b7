private import COpenSSL

/// The hash function of signatures, fingerprints and manifests.
package enum SHA256 {
  /// The 32 bytes of the digest of `bytes`.
  package static func digest(of bytes: [UInt8]) -> [UInt8] { digest(of: bytes.span) }

  /// The 32 bytes of the digest of `bytes`.
  package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
    var context = DigestContext()
    context.update(bytes)
    return context.finish()
  }
}

/// A SHA-256 digest under way.
package struct DigestContext: ~Copyable {
  let raw: OpaquePointer

  /// Starts with nothing hashed.
  package init() {
    self.raw = Self.allocated()
    // Only a machine without memory, or an OpenSSL configured to forbid SHA-256, gets here.
    precondition(EVP_DigestInit_ex(raw, EVP_sha256(), nil) == 1, "SHA-256 is not available")
  }

  /// Starts where `other` stands, so that a shared beginning is hashed once.
  package init(copying other: borrowing DigestContext) {
    self.raw = Self.allocated()
    precondition(EVP_MD_CTX_copy_ex(raw, other.raw) == 1, "no memory to copy a digest")
  }

  deinit { EVP_MD_CTX_free(raw) }

  /// Hashes `bytes` after what came before.
  package mutating func update(_ bytes: Span<UInt8>) {
    let done = bytes.withUnsafeBufferPointer { EVP_DigestUpdate(raw, $0.baseAddress, $0.count) }
    precondition(done == 1, "SHA-256 takes any bytes")
  }

  /// Hashes `bytes` after what came before.
  package mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// The 32 bytes of the digest of all that was hashed.
  package consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    precondition(EVP_DigestFinal_ex(raw, &digest, nil) == 1, "SHA-256 always ends")
    return digest
  }

  private static func allocated() -> OpaquePointer {
    guard let raw = EVP_MD_CTX_new() else { preconditionFailure("no memory for a digest") }
    return raw
  }
}
