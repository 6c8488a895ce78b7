/// Makes values of ASN.1 in DER, from the inside out.
package enum DERWriter {
  /// A value of this kind with this content.
  package static func value(_ tag: ASN1Element.Tag, _ content: [UInt8]) -> [UInt8] {
    [tag.rawValue] + length(content.count) + content
  }

  /// A value of this kind that holds these, in the order given.
  package static func value(_ tag: ASN1Element.Tag, holding values: [[UInt8]]) -> [UInt8] {
    value(tag, Array(values.joined()))
  }

  /// A whole number.
  package static func integer(_ number: Int64) -> [UInt8] {
    var digits = withBytes(of: number)
    // No byte that the next one's sign says already.
    while digits.count > 1, digits[0] == (digits[1] & 0x80 == 0 ? 0x00 : 0xFF) {
      digits.removeFirst()
    }
    return value(.integer, digits)
  }

  /// A text.
  package static func text(_ text: String) -> [UInt8] { value(.utf8Text, Array(text.utf8)) }

  /// A date, which Apple writes as a text of ASCII.
  package static func date(_ text: String) -> [UInt8] { value(.ia5Text, Array(text.utf8)) }

  private static func withBytes(of number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> Int64(56 - 8 * $0)) }
  }

  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    var digits: [UInt8] = []
    var rest = count
    while rest > 0 {
      digits.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(digits.count)] + digits
  }
}
