import OpenSSL

/// The header of a token that was found good, for the many that begin with the same bytes.
///
/// Its certificates need not be read again, nor its part of the signed bytes be hashed again.
final class TrustedHeader {
  let leaf: TrustedLeaf
  private let text: [UInt8]
  private let digest: DigestContext

  init(_ token: CompactToken, leaf: TrustedLeaf) {
    self.leaf = leaf
    text = Array(token.bytes[token.headerAndDot])
    var digest = DigestContext()
    digest.update(text)
    self.digest = digest
  }

  /// Whether `token` has this header, byte for byte.
  func begins(_ token: CompactToken) -> Bool {
    let text = self.text
    guard token.headerAndDot.count == text.count else { return false }
    let known = text.span
    let found = token.bytes.span.extracting(token.headerAndDot)
    // Without an early way out, so that it runs many bytes at a time.
    var difference: UInt8 = 0
    for index in 0..<text.count { difference |= known[index] ^ found[index] }
    return difference == 0
  }

  /// Whether the signature is the leaf's over the token's header and payload.
  func verifies(_ signature: [UInt8], of token: CompactToken) -> Bool {
    leaf.signatures.verifies(
      signature.span, of: digest, then: token.bytes.span.extracting(token.payload))
  }
}
