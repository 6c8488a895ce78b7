import OpenSSL
import Records

/// SHA-256, which names files, configurations and findings.
package enum Fingerprint {
  /// The 32 bytes of the digest; the core is handed this function, since it has no C.
  @Sendable package static func digest(_ bytes: [UInt8]) -> [UInt8] {
    SHA256.digest(of: bytes)
  }

  /// The digest in 64 hexadecimal digits.
  package static func text(of bytes: [UInt8]) -> String {
    hexadecimal(digest(bytes))
  }
}
