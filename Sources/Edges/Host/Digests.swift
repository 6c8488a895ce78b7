private import OpenSSL

/// Hashes for the core, which has no C of its own.
package enum Digests {
  /// SHA-256.
  package static let sha256: @Sendable ([UInt8]) -> [UInt8] = { SHA256.digest(of: $0) }
}
