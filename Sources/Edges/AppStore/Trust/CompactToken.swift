import Bytes
import Formats

/// The three parts of a compact JWS (RFC 7515, section 7.1), as received.
///
/// A signature covers the bytes of the first two parts as they came, so nothing is ever encoded
/// again.
struct CompactToken {
  /// More than any token of Apple's: a transaction has some five thousand bytes.
  static let byteLimit = 1_048_576

  let bytes: [UInt8]
  /// The header with the dot behind it.
  let headerAndDot: Range<Int>
  let payload: Range<Int>
  let signature: Range<Int>

  /// Finds the parts.
  init(_ bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= Self.byteLimit else {
      throw Refusal(.notCompact, "it is longer than \(Self.byteLimit) bytes")
    }
    let text = bytes.span
    let dot = UInt8(ascii: ".")
    guard let first = text.firstIndex(of: dot),
      let second = text.firstIndex(of: dot, from: first + 1),
      text.firstIndex(of: dot, from: second + 1) == nil
    else {
      throw Refusal(.notCompact, "it is not three parts with a dot between them")
    }
    self.bytes = bytes
    headerAndDot = 0..<first + 1
    payload = first + 1..<second
    signature = second + 1..<bytes.count
  }

  /// The decoded header.
  func decodedHeader() throws(Refusal) -> [UInt8] {
    try decoded(headerAndDot.dropLast(), "header")
  }

  /// The known fields of the payload, which nobody has verified yet.
  func fields() throws(Refusal) -> ObjectFields<PayloadField> {
    let json = try decoded(payload, "payload")
    do throws(JSONFailure) {
      return try ObjectFields(json)
    } catch {
      throw Refusal(.badPayload, "its payload is no JSON object: \(error)")
    }
  }

  /// The 64 bytes of the signature, r then s.
  func decodedSignature() throws(Refusal) -> [UInt8] {
    let signature = try decoded(signature, "signature")
    guard signature.count == 64 else {
      throw Refusal(
        .badSignature, "its signature has \(signature.count) bytes, and one of ES256 has 64")
    }
    return signature
  }

  private func decoded(_ range: Range<Int>, _ part: String) throws(Refusal) -> [UInt8] {
    do throws(Base64Failure) {
      return try Base64.decode(bytes.span.extracting(range), .url, padding: .forbidden)
    } catch {
      throw Refusal(.badBase64, "its \(part) is not base64url: \(error)")
    }
  }
}
