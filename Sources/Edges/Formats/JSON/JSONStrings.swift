// Strings: checked while scanning, made into text only when asked.

extension JSONScanner {
  mutating func scanString(quote: UInt8) throws(JSONFailure) -> JSONToken {
    let start = offset + 1
    var index = start
    var isEscaped = false
    while true {
      index = plainEnd(from: index, quote: quote)
      guard index < bytes.count else {
        throw failure(.unexpectedEnd, "this string is never closed", at: start - 1)
      }
      let byte = bytes[index]
      if byte == quote {
        offset = index + 1
        return JSONToken(.string, start..<index, isEscaped: isEscaped)
      }
      if byte == .backslash {
        isEscaped = true
        index = try escape(at: index).end
      } else if byte < .space {
        guard dialect == .json5, byte == .tab else {
          throw failure(.controlCharacter, controlReason(byte), at: index)
        }
        index += 1
      } else {
        let length = bytes.span.utf8SequenceLength(at: index)
        guard length > 0 else {
          throw failure(.invalidUTF8, "the text is not UTF-8 here", at: index)
        }
        index += length
      }
    }
  }

  /// The first byte at or after `start` that is not plain ASCII inside a string.
  @inline(__always)
  private func plainEnd(from start: Int, quote: UInt8) -> Int {
    let text = bytes.span
    var index = start
    while index &+ 8 <= text.count {
      let word = text.word(at: index)
      let stops =
        word.bytes(equalTo: quote) | word.bytes(equalTo: .backslash)
        | word.bytes(below: .space) | word & UInt64.highBits
      if stops != 0 { return index &+ stops.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < text.count {
      let byte = text[index]
      if byte == quote || byte == .backslash || byte &- 0x20 >= 0x60 { break }
      index &+= 1
    }
    return index
  }

  private func controlReason(_ byte: UInt8) -> String {
    byte == .lineFeed || byte == .carriageReturn
      ? "a string may not hold a line's end; is its closing quote missing?"
      : "a string may not hold the control character 0x\(hexadecimal(byte)); write it as an escape"
  }

  /// The text of a string or key without quotes and escapes; of anything else its bytes as found.
  package func text(of token: JSONToken) -> String {
    guard token.isEscaped else { return String(decoding: bytes[token.range], as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(token.range.count)
    var index = token.range.lowerBound
    while index < token.range.upperBound {
      guard bytes[index] == .backslash, let escape = try? escape(at: index) else {
        text.append(bytes[index])
        index += 1
        continue
      }
      if let scalar = escape.scalar { text.append(contentsOf: Array(String(scalar).utf8)) }
      index = escape.end
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What the escape at a backslash stands for, nil for a continued line, and where it ends.
  private func escape(
    at start: Int
  ) throws(JSONFailure) -> (scalar: Unicode.Scalar?, end: Int) {
    guard start + 1 < bytes.count else {
      throw failure(.unexpectedEnd, "the text ends inside an escape", at: start)
    }
    let end = start + 2
    switch bytes[start + 1] {
    case .doubleQuote: return ("\"", end)
    case .backslash: return ("\\", end)
    case .slash: return ("/", end)
    case UInt8(letter: "b"): return ("\u{8}", end)
    case UInt8(letter: "f"): return ("\u{C}", end)
    case UInt8(letter: "n"): return ("\n", end)
    case UInt8(letter: "r"): return ("\r", end)
    case UInt8(letter: "t"): return ("\t", end)
    case UInt8(letter: "u"): return try unicodeEscape(at: start)
    default:
      if dialect == .json5, let escape = try wideEscape(at: start) { return escape }
      let found = describe(at: start + 1)
      throw failure(
        .badEscape, "there is no escape of \(found); a backslash itself is written `\\\\`",
        at: start)
    }
  }

  private func unicodeEscape(
    at start: Int
  ) throws(JSONFailure) -> (scalar: Unicode.Scalar?, end: Int) {
    let unit = try hexDigits(4, at: start + 2, escapedAt: start)
    if let scalar = Unicode.Scalar(unit) { return (scalar, start + 6) }
    let next = start + 6
    guard unit < 0xDC00, next + 1 < bytes.count, bytes[next] == .backslash,
      bytes[next + 1] == UInt8(letter: "u")
    else { throw unpaired(at: start) }
    let low = try hexDigits(4, at: next + 2, escapedAt: next)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { throw unpaired(at: start) }
    return (scalar, next + 6)
  }

  private func unpaired(at start: Int) -> JSONFailure {
    failure(.unpairedSurrogate, "this escape is half of a surrogate pair", at: start)
  }

  private func hexDigits(
    _ count: Int, at first: Int, escapedAt start: Int
  ) throws(JSONFailure) -> UInt32 {
    var value: UInt32 = 0
    for index in first..<first + count {
      guard index < bytes.count, let digit = bytes[index].hexValue else {
        throw failure(.badEscape, "this escape needs \(count) hexadecimal digits", at: start)
      }
      value = value << 4 | digit
    }
    return value
  }

  /// The escapes that JSON5 adds; nil for one that it does not list either.
  private func wideEscape(
    at start: Int
  ) throws(JSONFailure) -> (scalar: Unicode.Scalar?, end: Int)? {
    let end = start + 2
    switch bytes[start + 1] {
    case .singleQuote: return ("'", end)
    case UInt8(letter: "v"): return ("\u{B}", end)
    case .zero where end == bytes.count || !bytes[end].isDigit: return ("\0", end)
    case UInt8(letter: "x"):
      return (Unicode.Scalar(try hexDigits(2, at: end, escapedAt: start)), end + 2)
    case .lineFeed: return (nil, end)
    case .carriageReturn:
      return (nil, end < bytes.count && bytes[end] == .lineFeed ? end + 1 : end)
    default: return nil
    }
  }
}
