/// Reads JSON from front to back, one piece at a time, and keeps every number as its text.
///
/// There are two ways to use it. ``document()`` makes a tree of the whole text. For payloads that
/// come by the million, open the object and pull its members; nothing is allocated for a field
/// until its text is asked for:
///
///     var scanner = JSONScanner(payload)
///     var object = try scanner.openObject()
///     while let member = try scanner.nextMember(of: &object) {
///       switch names.index(of: member.key, in: scanner) { … scanner.text(of: member.value) … }
///     }
///     try scanner.finish()
///
/// Both ways refuse the same things: a key twice in one object, more than 64 levels, broken UTF-8,
/// half a surrogate pair, control characters, anything after the value, and empty input. A
/// byte-order mark in front is stepped over.
package struct JSONScanner: Sendable {
  /// The text.
  package let bytes: [UInt8]
  /// The grammar.
  package let dialect: JSONDialect
  /// How many objects and lists may lie within one another.
  package static let depthLimit = 64

  let firstLine: Int
  var offset = 0
  private var depth = 0
  var keys = JSONKeyLog()
  var places: TextPositionTracker

  /// A scanner at the beginning of `bytes`.
  ///
  /// `firstLine` is the number of the first line in complaints: that of the line itself where a
  /// file holds one value a line.
  package init(_ bytes: [UInt8], dialect: JSONDialect = .json, firstLine: Int = 1) {
    self.bytes = bytes
    self.dialect = dialect
    self.firstLine = firstLine
    self.places = TextPositionTracker(firstLine: firstLine)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// A scanner of one value that was stepped over, to read what lies inside it.
  ///
  /// It ends nowhere by itself: read the one value, and do not call ``finish()``.
  package func scanner(of token: JSONToken) -> JSONScanner {
    var inner = self
    inner.offset = start(of: token)
    inner.keys = JSONKeyLog()
    return inner
  }

  /// Steps into an object.
  package mutating func openObject() throws(JSONFailure) -> JSONFrame {
    try open(.openBrace, "an object")
  }

  /// Steps into a list.
  package mutating func openArray() throws(JSONFailure) -> JSONFrame {
    try open(.openBracket, "a list")
  }

  /// The next key of the object, or nil after stepping out of it.
  ///
  /// The value behind it must then be read: ``nextValue()``, ``openObject()``, ``openArray()`` or
  /// ``value()``.
  package mutating func nextKey(of object: inout JSONFrame) throws(JSONFailure) -> JSONToken? {
    guard try advance(in: &object, to: .closeBrace, "}") else {
      keys.removeLast(since: object.firstKey)
      return nil
    }
    let start = offset
    let key = try scanKey()
    guard admit(key, to: &object) else {
      throw failure(.duplicateKey, "the key `\(text(of: key))` stands here twice", at: start)
    }
    try skipBlanks()
    guard peek == .colon else { throw unexpected("`:` after a key") }
    offset += 1
    return key
  }

  /// Whether the list has another element, which must then be read; false after stepping out.
  package mutating func hasNextElement(of array: inout JSONFrame) throws(JSONFailure) -> Bool {
    try advance(in: &array, to: .closeBracket, "]")
  }

  /// The next key with its value, or nil after stepping out of the object.
  package mutating func nextMember(
    of object: inout JSONFrame
  ) throws(JSONFailure) -> JSONMemberToken? {
    guard let key = try nextKey(of: &object) else { return nil }
    return JSONMemberToken(key: key, value: try nextValue())
  }

  /// Steps over one value, of any kind, having checked it whole.
  package mutating func nextValue() throws(JSONFailure) -> JSONToken {
    try skipBlanks()
    let start = offset
    switch peek {
    case .openBrace:
      var object = try openObject()
      while try nextMember(of: &object) != nil {}
      return JSONToken(.object, start..<offset)
    case .openBracket:
      var array = try openArray()
      while try hasNextElement(of: &array) { _ = try nextValue() }
      return JSONToken(.array, start..<offset)
    default:
      return try scanScalar()
    }
  }

  /// What the next value is, judged by its first character; nil at the end or where none begins.
  package mutating func peekKind() throws(JSONFailure) -> JSONToken.Kind? {
    try skipBlanks()
    switch peek {
    case .openBrace: return .object
    case .openBracket: return .array
    case .doubleQuote: return .string
    case .singleQuote: return dialect == .json5 ? .string : nil
    case UInt8(letter: "t"): return .yes
    case UInt8(letter: "f"): return .no
    case UInt8(letter: "n"): return .null
    case .minus, .some(0x30...0x39): return .number
    case .plus, .period: return dialect == .json5 ? .number : nil
    default: return nil
    }
  }

  /// Checks that nothing but blanks is left.
  package mutating func finish() throws(JSONFailure) {
    try skipBlanks()
    guard offset == bytes.count else {
      throw failure(
        .trailingContent, "expected the end and found \(describe(at: offset))", at: offset)
    }
  }

  private mutating func open(_ bracket: UInt8, _ name: String) throws(JSONFailure) -> JSONFrame {
    try skipBlanks()
    guard peek == bracket else {
      guard let kind = try peekKind() else { throw unexpected(name) }
      throw failure(.wrongType, "expected \(name) and found \(kind.name)", at: offset)
    }
    guard depth < Self.depthLimit else {
      throw failure(.tooDeep, "more than \(Self.depthLimit) levels lie in one another", at: offset)
    }
    depth += 1
    offset += 1
    return JSONFrame(firstKey: keys.count)
  }

  /// Steps past the comma to the next entry; false after stepping past the closing bracket.
  private mutating func advance(
    in frame: inout JSONFrame, to bracket: UInt8, _ name: String
  ) throws(JSONFailure) -> Bool {
    try skipBlanks()
    if !frame.isFirst, peek != bracket {
      guard peek == .comma else { throw unexpected("`,` or `\(name)`") }
      offset += 1
      try skipBlanks()
      if peek == bracket, dialect == .json { throw unexpected("another entry after the comma") }
    }
    guard peek == bracket else {
      frame.isFirst = false
      return true
    }
    offset += 1
    depth -= 1
    return false
  }

  // MARK: - Complaints

  @inline(__always)
  var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// A complaint at a byte.
  func failure(_ code: JSONFailure.Code, _ reason: String, at offset: Int) -> JSONFailure {
    JSONFailure(code, reason, at: TextPosition(of: offset, in: bytes, firstLine: firstLine))
  }

  /// A complaint of the caller's about a token: its value is of the wrong kind, or makes no sense.
  package func failure(_ reason: String, at token: JSONToken) -> JSONFailure {
    failure(.wrongType, reason, at: start(of: token))
  }

  /// Where a token begins, its quote included.
  func start(of token: JSONToken) -> Int {
    let start = token.range.lowerBound
    guard token.kind == .string, start > 0 else { return start }
    // Before a bare key stands a brace, a comma, a blank or a comment, never a quote.
    let before = bytes[start - 1]
    return before == .doubleQuote || before == .singleQuote ? start - 1 : start
  }

  /// The complaint that something else was expected where the scanner stands.
  func unexpected(_ expected: String) -> JSONFailure {
    guard offset < bytes.count else {
      let isBlank = depth == 0
      return failure(
        isBlank ? .empty : .unexpectedEnd,
        isBlank ? "there is nothing here" : "the text ends where \(expected) should follow",
        at: offset)
    }
    let found = describe(at: offset)
    return failure(.unexpectedCharacter, "expected \(expected) and found \(found)", at: offset)
  }

  /// How a message shows what stands at a byte.
  func describe(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end" }
    let length = bytes.span.utf8SequenceLength(at: offset)
    guard length > 0, bytes[offset] > 0x20, bytes[offset] != 0x7F else {
      return "the byte 0x" + hexadecimal(bytes[offset])
    }
    return "`" + String(decoding: bytes[offset..<offset + length], as: UTF8.self) + "`"
  }
}
