/// Base64 both ways, strict: what decodes is exactly what an encoder would have written.
///
/// Refused besides a foreign character: blanks and line breaks, padding where there should be none
/// and none where there should be, and bits left over that are not zero (two texts would then mean
/// the same bytes).
package enum Base64 {
  /// Which 64 characters are used.
  package enum Alphabet: Equatable, Sendable {
    /// With `+` and `/`: certificates in `x5c`, receipts.
    case standard
    /// With `-` and `_`: the three parts of a JWS.
    case url
  }

  /// What is said about the `=` at the end.
  package enum Padding: Equatable, Sendable {
    case required
    case forbidden
    /// Complete or absent; half of it is refused.
    case optional
  }

  /// The bytes that `text` stands for.
  package static func decode(
    _ text: Span<UInt8>, _ alphabet: Alphabet, padding: Padding
  ) throws(Base64Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    try decode(text, alphabet, padding: padding, into: &bytes)
    return bytes
  }

  /// Appends the bytes that `text` stands for; on failure `bytes` is as it was.
  package static func decode(
    _ text: Span<UInt8>, _ alphabet: Alphabet, padding: Padding, into bytes: inout [UInt8]
  ) throws(Base64Failure) {
    let count = try lengthWithoutPadding(text, padding)
    let values = alphabet == .standard ? standardValues : urlValues
    let before = bytes.count
    // The highest value seen: 64 stands for every character outside the alphabet.
    var seen: UInt8 = 0
    bytes.append(addingCapacity: count / 4 * 3 + 2) { (out: inout OutputSpan<UInt8>) in
      seen = fill(&out, from: text, count, values.span)
    }
    guard seen < 64 else {
      bytes.removeLast(bytes.count - before)
      throw Base64Failure(.foreignCharacter, at: firstForeign(text, count, values.span))
    }
    if leftoverBits(text, count, values.span) != 0 {
      bytes.removeLast(bytes.count - before)
      throw Base64Failure(.leftoverBits, at: count - 1)
    }
  }

  /// The text of `bytes`.
  package static func encode(_ bytes: Span<UInt8>, _ alphabet: Alphabet, padded: Bool) -> String {
    let letters = alphabet == .standard ? standardLetters : urlLetters
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = min(bytes.count - index, 3)
      var group = UInt32(bytes[index]) << 16
      if left > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if left > 2 { group |= UInt32(bytes[index + 2]) }
      for step in 0...left { text.append(letters[Int(group >> UInt32(18 - 6 * step) & 63)]) }
      if padded { for _ in left..<3 { text.append(.equals) } }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: - Decoding, step by step

  private static func lengthWithoutPadding(
    _ text: Span<UInt8>, _ padding: Padding
  ) throws(Base64Failure) -> Int {
    var count = text.count
    while count > 0, text.count - count < 2, text[count - 1] == .equals { count -= 1 }
    let padCount = text.count - count
    // One character of a group holds six bits: not even one byte.
    if count % 4 == 1 { throw Base64Failure(.badLength, at: count) }
    let wanted = (4 - count % 4) % 4
    switch padding {
    case .required where padCount != wanted, .optional where padCount != wanted && padCount != 0:
      throw Base64Failure(.badPadding, at: count)
    case .forbidden where padCount != 0:
      throw Base64Failure(.badPadding, at: count)
    default:
      return count
    }
  }

  private static func fill(
    _ out: inout OutputSpan<UInt8>, from text: Span<UInt8>, _ count: Int, _ values: Span<UInt8>
  ) -> UInt8 {
    var seen: UInt8 = 0
    var index = 0
    while index + 4 <= count {
      let first = values[Int(text[index])]
      let second = values[Int(text[index &+ 1])]
      let third = values[Int(text[index &+ 2])]
      let fourth = values[Int(text[index &+ 3])]
      seen |= first | second | third | fourth
      out.append(first << 2 | second >> 4)
      out.append(second << 4 | third >> 2)
      out.append(third << 6 | fourth)
      index &+= 4
    }
    if count - index >= 2 {
      let first = values[Int(text[index])]
      let second = values[Int(text[index + 1])]
      seen |= first | second
      out.append(first << 2 | second >> 4)
      if count - index == 3 {
        let third = values[Int(text[index + 2])]
        seen |= third
        out.append(second << 4 | third >> 2)
      }
    }
    return seen
  }

  private static func leftoverBits(
    _ text: Span<UInt8>, _ count: Int, _ values: Span<UInt8>
  ) -> UInt8 {
    switch count % 4 {
    case 2: values[Int(text[count - 1])] & 0x0F
    case 3: values[Int(text[count - 1])] & 0x03
    default: 0
    }
  }

  private static func firstForeign(
    _ text: Span<UInt8>, _ count: Int, _ values: Span<UInt8>
  ) -> Int {
    for index in 0..<count where values[Int(text[index])] >= 64 { return index }
    return count
  }

  // MARK: - Alphabets

  private static let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let standardLetters = Array((common + "+/").utf8)
  private static let urlLetters = Array((common + "-_").utf8)
  private static let standardValues = values(of: standardLetters)
  private static let urlValues = values(of: urlLetters)

  private static func values(of letters: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }
}

/// Why a text is no Base64.
package struct Base64Failure: Error, Equatable, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Code: Equatable, Hashable, Sendable {
    case foreignCharacter, badLength, badPadding, leftoverBits
  }

  /// What is wrong.
  package let code: Code
  /// Where, in bytes from 0.
  package let offset: Int

  init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  /// One sentence, without the text itself: it may be a secret.
  package var description: String {
    switch code {
    case .foreignCharacter: "byte \(offset) is not in the Base64 alphabet that is used here"
    case .badLength: "the Base64 text is cut off: its last group has one character"
    case .badPadding: "the Base64 text's `=` padding is not what it should be"
    case .leftoverBits: "the last Base64 character has bits set that belong to no byte"
    }
  }
}
