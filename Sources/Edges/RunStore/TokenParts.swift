import Formats
import Reconciliation

/// A token as it is stored: without its payload, which stands beside it, and its header, which
/// thousands share.
struct TokenParts: Equatable {
  /// Everything before the first dot; nil where `proof` is the whole token.
  let header: [UInt8]?
  let proof: [UInt8]

  /// Takes a token apart if `payload` and the parts give every byte of it back.
  init(_ token: [UInt8], payload: [UInt8]) {
    let dot = UInt8(ascii: ".")
    guard let first = token.firstIndex(of: dot), let last = token.lastIndex(of: dot), first < last,
      Self.isEncoded(payload, token.span.extracting(first + 1..<last))
    else {
      self.init(header: nil, proof: token)
      return
    }
    self.init(header: Array(token[..<first]), proof: Array(token[(last + 1)...]))
  }

  /// What decodes is exactly what an encoder would have written.
  private static func isEncoded(_ payload: [UInt8], _ text: Span<UInt8>) -> Bool {
    let decoded = try? Base64.decode(text, .url, padding: .forbidden)
    return decoded == payload
  }

  init(header: [UInt8]?, proof: [UInt8]) {
    self.header = header
    self.proof = proof
  }

  /// The token as it came.
  func token(payload: [UInt8]) -> [UInt8] {
    guard let header else { return proof }
    return Array(
      [header[...], Array(Self.encoded(payload).utf8)[...], proof[...]]
        .joined(separator: [UInt8(ascii: ".")]))
  }

  private static func encoded(_ payload: [UInt8]) -> String {
    Base64.encode(payload.span, .url, padded: false)
  }
}
