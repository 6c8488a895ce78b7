import Formats

/// A receipt taken apart into the fields of its SignedData, and put together in another way.
struct ReceiptForm {
  /// Version, hashes, content, certificates, signers.
  var fields: [[UInt8]] = []

  init(_ bytes: [UInt8]) throws {
    var reader = ASN1Reader(bytes)
    var outer = try reader.inside(reader.next(.sequence))
    _ = try outer.next(.object)
    var wrapped = try outer.inside(outer.next(.field0))
    var inner = try wrapped.inside(wrapped.next(.sequence))
    while !inner.isAtEnd { fields.append(Array(bytes[try inner.next().whole])) }
  }

  private static let signedData = DERWriter.value(
    .object, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
  private static let data = DERWriter.value(
    .object, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])

  /// In DER.
  var der: [UInt8] {
    let body = DERWriter.value(.sequence, holding: fields)
    return DERWriter.value(
      .sequence, holding: [Self.signedData, DERWriter.value(.field0, body)])
  }

  /// In BER as Xcode writes it: no lengths outside, and the content in pieces.
  func ber(content: [UInt8]) -> [UInt8] {
    let half = content.count / 2
    let pieces = [content[..<half], content[half...]].map {
      DERWriter.value(.octetString, Array($0))
    }
    let string = Self.open(.constructedOctetString, Array(pieces.joined()))
    let middle = Self.open(.sequence, Self.data + Self.open(.field0, string))
    let body = fields[0] + fields[1] + middle + fields[3] + fields[4]
    return Self.open(
      .sequence, Self.signedData + Self.open(.field0, Self.open(.sequence, body)))
  }

  private static func open(_ tag: ASN1Element.Tag, _ content: [UInt8]) -> [UInt8] {
    [tag.rawValue, 0x80] + content + [0, 0]
  }
}
