extension JSONScanner {
  /// Steps over blanks, and in JSON5 over comments.
  @inline(__always)
  mutating func skipBlanks() throws(JSONFailure) {
    guard offset < bytes.count, isPerhapsBlank(bytes[offset]) else { return }
    try skipManyBlanks()
  }

  @inline(__always)
  private func isPerhapsBlank(_ byte: UInt8) -> Bool {
    byte <= .space || byte == .slash || byte >= 0x80
  }

  private mutating func skipManyBlanks() throws(JSONFailure) {
    while let byte = peek {
      switch byte {
      case .space, .tab, .lineFeed, .carriageReturn:
        offset += 1
      case .slash:
        guard dialect == .json5 else {
          throw failure(.unexpectedCharacter, "comments are not allowed here", at: offset)
        }
        try skipComment()
      default:
        let length = dialect == .json5 ? rareBlankLength() : 0
        guard length > 0 else { return }
        offset += length
      }
    }
  }

  /// The length of one of the blanks that JSON5 adds; 0 where none stands.
  private func rareBlankLength() -> Int {
    let byte = bytes[offset]
    if byte == 0x0B || byte == 0x0C { return 1 }
    let length = bytes.span.utf8SequenceLength(at: offset)
    guard length > 1 else { return 0 }
    let text = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { return 0 }
    let isBlank =
      scalar.properties.generalCategory == .spaceSeparator
      || scalar == "\u{2028}" || scalar == "\u{2029}" || scalar == "\u{FEFF}"
    return isBlank ? length : 0
  }

  private mutating func skipComment() throws(JSONFailure) {
    let start = offset
    offset += 1
    switch peek {
    case .slash:
      while let byte = peek, byte != .lineFeed, byte != .carriageReturn { try stepOverScalar() }
    case .asterisk:
      offset += 1
      while peek != nil {
        if peek == .asterisk, offset + 1 < bytes.count, bytes[offset + 1] == .slash {
          offset += 2
          return
        }
        try stepOverScalar()
      }
      throw failure(.unexpectedEnd, "this comment is never closed", at: start)
    default:
      throw unexpected("`/` or `*` to begin a comment")
    }
  }

  private mutating func stepOverScalar() throws(JSONFailure) {
    let length = bytes.span.utf8SequenceLength(at: offset)
    guard length > 0 else {
      throw failure(.invalidUTF8, "the text is not UTF-8 here", at: offset)
    }
    offset += length
  }
}
