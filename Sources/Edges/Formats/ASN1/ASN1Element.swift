/// One value of ASN.1 in BER: its tag, and where its content lies in the bytes it was read from.
package struct ASN1Element: Equatable, Sendable {
  /// The kinds of value that Apple's receipts are made of, by the first byte of each.
  package enum Tag: UInt8, Sendable {
    case integer = 0x02
    case bitString = 0x03
    case octetString = 0x04
    case null = 0x05
    case object = 0x06
    case utf8Text = 0x0C
    case ia5Text = 0x16
    case constructedOctetString = 0x24
    case sequence = 0x30
    case set = 0x31
    /// The context's own field 0, with values inside.
    case field0 = 0xA0
    case field1 = 0xA1
  }

  /// The first byte: class, form and number.
  package let tagByte: UInt8
  /// The whole value, head included.
  package let whole: Range<Int>
  /// What lies between its head and its end.
  package let content: Range<Int>

  /// Whether it is of this kind.
  package func has(_ tag: Tag) -> Bool { tagByte == tag.rawValue }
}

/// Why bytes are not the ASN.1 that was expected.
package struct ASN1Failure: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where, in bytes from 0.
  package let offset: Int
  /// What is wrong there.
  package let reason: String

  package init(_ reason: String, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }

  /// The place, and what is wrong there.
  package var description: String { "byte \(offset): \(reason)" }
}
