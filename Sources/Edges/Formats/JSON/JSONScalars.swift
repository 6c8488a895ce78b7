// Keys, strings, numbers and words.

extension JSONScanner {
  /// Reads a string, a number, true, false or null.
  mutating func scanScalar() throws(JSONFailure) -> JSONToken {
    switch peek {
    case .doubleQuote:
      return try scanString(quote: .doubleQuote)
    case .singleQuote where dialect == .json5:
      return try scanString(quote: .singleQuote)
    case .minus, .some(0x30...0x39):
      return try scanNumber()
    case .plus where dialect == .json5, .period where dialect == .json5:
      return try scanNumber()
    case UInt8(letter: "t"): return try scanWord("true", .yes)
    case UInt8(letter: "f"): return try scanWord("false", .no)
    case UInt8(letter: "n"): return try scanWord("null", .null)
    default:
      try refuseNotFinite(at: offset)
      throw unexpected("a value")
    }
  }

  mutating func scanKey() throws(JSONFailure) -> JSONToken {
    switch peek {
    case .doubleQuote: return try scanString(quote: .doubleQuote)
    case .singleQuote where dialect == .json5: return try scanString(quote: .singleQuote)
    default: break
    }
    guard dialect == .json5 else { throw unexpected("a key in double quotes") }
    let start = offset
    while let byte = peek, isNameByte(byte), offset > start || !byte.isDigit {
      let length = bytes.span.utf8SequenceLength(at: offset)
      guard length > 0 else {
        throw failure(.invalidUTF8, "the text is not UTF-8 here", at: offset)
      }
      offset += length
    }
    guard offset > start else { throw unexpected("a key") }
    return JSONToken(.string, start..<offset)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(letter: "_") || byte == UInt8(letter: "$")
      || byte >= 0x80
  }

  private mutating func scanWord(
    _ word: String, _ kind: JSONToken.Kind
  ) throws(JSONFailure) -> JSONToken {
    let start = offset
    guard hasPrefix(word, at: start) else {
      throw unexpected("a value")
    }
    offset += word.utf8.count
    try requireDelimiter(.unexpectedCharacter, after: word)
    return JSONToken(kind, start..<offset)
  }

  func hasPrefix(_ word: String, at start: Int) -> Bool {
    bytes[start...].starts(with: word.utf8)
  }

  /// Refuses `Infinity` and `NaN` by name, so that nobody has to guess what is wrong with them.
  func refuseNotFinite(at start: Int) throws(JSONFailure) {
    guard start < bytes.count, bytes[start].isLetter else { return }
    for word in ["Infinity", "NaN"] where hasPrefix(word, at: start) {
      throw failure(.notFinite, "\(word) is no number that could be kept exactly", at: start)
    }
  }

  /// Checks that a bare word or number ends here and does not run on.
  func requireDelimiter(_ code: JSONFailure.Code, after what: String) throws(JSONFailure) {
    guard let byte = peek else { return }
    switch byte {
    case .comma, .closeBrace, .closeBracket, .colon, .space, .tab, .lineFeed, .carriageReturn:
      return
    case .slash where dialect == .json5, 0x0B where dialect == .json5, 0x0C where dialect == .json5:
      return
    case 0x80... where dialect == .json5:
      return
    default:
      throw failure(code, "\(what) is followed by \(describe(at: offset))", at: offset)
    }
  }
}
