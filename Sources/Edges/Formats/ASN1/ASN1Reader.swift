/// Reads values of ASN.1 one after another, in BER: what DER forbids and Xcode writes, lengths
/// without an end and strings in pieces, is read as well.
///
/// It reads bytes that anybody may have made: every length is held against what is there, and
/// nesting has a limit.
package struct ASN1Reader: Sendable {
  /// The bytes that the offsets of elements are about.
  package let bytes: [UInt8]
  /// The next byte.
  package private(set) var position: Int
  private let end: Int
  private let depth: Int

  /// More than a receipt with Xcode's pieces inside pieces has.
  private static let depthLimit = 24

  /// A reader of all these bytes.
  package init(_ bytes: [UInt8]) {
    self.init(bytes, 0..<bytes.count, depth: 0)
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>, depth: Int) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
    self.depth = depth
  }

  /// Whether nothing is left.
  package var isAtEnd: Bool { position == end }

  /// The next value, of whatever kind.
  package mutating func next() throws(ASN1Failure) -> ASN1Element {
    let element = try element(at: position, before: end, depth: depth)
    position = element.whole.upperBound
    return element
  }

  /// The next value, which must be of this kind.
  package mutating func next(_ tag: ASN1Element.Tag) throws(ASN1Failure) -> ASN1Element {
    let start = position
    let element = try next()
    guard element.has(tag) else {
      throw ASN1Failure(
        "found the tag \(element.tagByte) where \(tag.rawValue) (\(tag)) belongs", at: start)
    }
    return element
  }

  /// The next value if it is of this kind; nil, and nothing is read, if it is not.
  package mutating func nextIfPresent(
    _ tag: ASN1Element.Tag
  ) throws(ASN1Failure) -> ASN1Element? {
    guard !isAtEnd, bytes[position] == tag.rawValue else { return nil }
    return try next()
  }

  /// Refuses what follows the last value that belongs here.
  package func finish() throws(ASN1Failure) {
    guard isAtEnd else { throw ASN1Failure("more follows than belongs here", at: position) }
  }

  /// A reader of what lies inside a value.
  package func inside(_ element: ASN1Element) throws(ASN1Failure) -> ASN1Reader {
    guard depth < Self.depthLimit else {
      throw ASN1Failure("values lie too deep inside one another", at: element.whole.lowerBound)
    }
    return ASN1Reader(bytes, element.content, depth: depth + 1)
  }

  /// The content of a value that holds no others.
  package func content(of element: ASN1Element) -> ArraySlice<UInt8> { bytes[element.content] }

  /// The bytes of the next value, which must be an octet string, whole or in pieces.
  package mutating func octets() throws(ASN1Failure) -> [UInt8] {
    guard let pieces = try nextIfPresent(.constructedOctetString) else {
      return Array(content(of: try next(.octetString)))
    }
    var reader = try inside(pieces)
    var joined: [UInt8] = []
    while !reader.isAtEnd { joined += try reader.octets() }
    return joined
  }

  private func element(
    at start: Int, before end: Int, depth: Int
  ) throws(ASN1Failure) -> ASN1Element {
    guard end - start >= 2 else { throw ASN1Failure("a value is cut off", at: start) }
    let tag = bytes[start]
    // A long tag, or the end of a value that never began.
    guard tag & 0x1F != 0x1F, tag != 0 else {
      throw ASN1Failure("found the tag \(tag), which no receipt has", at: start)
    }
    let first = bytes[start + 1]
    if first == 0x80 { return try openEnded(at: start, before: end, depth: depth) }
    let (length, head) = first < 0x80 ? (Int(first), 2) : try longLength(at: start, before: end)
    guard length <= end - start - head else {
      throw ASN1Failure("a value is longer than what is there", at: start)
    }
    let content = start + head..<start + head + length
    return ASN1Element(tagByte: tag, whole: start..<content.upperBound, content: content)
  }

  /// A length of up to four bytes, and how long the head is with it.
  private func longLength(
    at start: Int, before end: Int
  ) throws(ASN1Failure) -> (length: Int, head: Int) {
    let count = Int(bytes[start + 1] & 0x7F)
    guard count <= 4, end - start >= 2 + count else {
      throw ASN1Failure("a length makes no sense", at: start)
    }
    var length = 0
    for index in start + 2..<start + 2 + count { length = length << 8 | Int(bytes[index]) }
    return (length, 2 + count)
  }

  /// A value whose end is marked by two zeros behind the last value inside.
  private func openEnded(
    at start: Int, before end: Int, depth: Int
  ) throws(ASN1Failure) -> ASN1Element {
    guard bytes[start] & 0x20 != 0, depth < Self.depthLimit else {
      throw ASN1Failure("a value without a length cannot be read", at: start)
    }
    var position = start + 2
    while end - position >= 2 {
      if bytes[position] == 0, bytes[position + 1] == 0 {
        return ASN1Element(
          tagByte: bytes[start], whole: start..<position + 2, content: start + 2..<position)
      }
      position = try element(at: position, before: end, depth: depth + 1).whole.upperBound
    }
    throw ASN1Failure("a value without a length never ends", at: start)
  }
}

extension ASN1Reader {
  /// The next value, a whole number that fits 64 bits.
  package mutating func integer() throws(ASN1Failure) -> Int64 {
    let element = try next(.integer)
    let digits = content(of: element)
    guard (1...8).contains(digits.count) else {
      throw ASN1Failure("a number has \(digits.count) bytes", at: element.whole.lowerBound)
    }
    var value: Int64 = digits.first.map { $0 & 0x80 != 0 } == true ? -1 : 0
    for digit in digits { value = value << 8 | Int64(digit) }
    return value
  }

  /// The next value, a text of UTF-8 or ASCII.
  package mutating func text() throws(ASN1Failure) -> String {
    let element = try next()
    guard element.has(.utf8Text) || element.has(.ia5Text) else {
      throw ASN1Failure(
        "found the tag \(element.tagByte) where a text belongs", at: element.whole.lowerBound)
    }
    guard let text = String(validating: content(of: element), as: UTF8.self) else {
      throw ASN1Failure("a text is not UTF-8", at: element.content.lowerBound)
    }
    return text
  }
}
