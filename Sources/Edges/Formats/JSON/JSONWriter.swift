/// Writes JSON whose bytes depend on nothing but the calls: keys stand in the order given.
///
/// There are whole numbers and texts, and no floating point: an amount is thousandths or a decimal
/// text, an instant is milliseconds or ISO 8601.
package struct JSONWriter: Sendable {
  /// How the text is laid out.
  package enum Style: Equatable, Sendable {
    /// On one line, without blanks.
    case compact
    /// One entry a line, two spaces a level.
    case pretty
  }

  /// What has been written, without a line's end behind it.
  package private(set) var bytes: [UInt8] = []

  private let style: Style
  private var depth = 0
  private var isFirst = true
  private var isAfterKey = false

  /// A writer of one value, or of one value after another if ``endLine()`` stands between them.
  package init(_ style: Style = .compact) {
    self.style = style
  }

  /// Ends the line, so that another value can follow: JSON lines, or the end of a file.
  package mutating func endLine() {
    bytes.append(.lineFeed)
    isFirst = true
  }

  /// Hands over what has been written and forgets it, for output that is written in blocks.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  // MARK: - Values

  /// An object, whose members `body` writes.
  package mutating func object<Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try nest(.openBrace, .closeBrace, body)
  }

  /// A list, whose elements `body` writes.
  package mutating func array<Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try nest(.openBracket, .closeBracket, body)
  }

  /// A string in its quotes, as a text of its own.
  package static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.value(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A string.
  package mutating func value(_ text: String) {
    separate()
    quote(text)
  }

  /// A whole number.
  package mutating func value(_ number: some FixedWidthInteger) {
    separate()
    bytes.append(contentsOf: String(number).utf8)
  }

  /// True or false.
  package mutating func value(_ truth: Bool) {
    separate()
    bytes.append(contentsOf: (truth ? "true" : "false").utf8)
  }

  /// A list of strings.
  package mutating func value(_ texts: [String]) {
    array { list in
      for text in texts { list.value(text) }
    }
  }

  /// Null.
  package mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// A number that is kept as its text; what is no number in JSON becomes a string.
  package mutating func number(_ text: String) {
    var scanner = JSONScanner(Array(text.utf8))
    let token = try? scanner.nextValue()
    guard token?.kind == .number, token?.range == 0..<text.utf8.count else { return value(text) }
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// A value that was read: its numbers keep their texts, its members their order.
  package mutating func value(_ tree: JSONValue) {
    switch tree.content {
    case .string(let text): value(text)
    case .number(let text): number(text)
    case .bool(let truth): value(truth)
    case .null: null()
    case .array(let elements):
      array { list in
        for element in elements { list.value(element) }
      }
    case .object(let object):
      self.object { writer in
        for member in object.members {
          writer.key(member.key)
          writer.value(member.value)
        }
      }
    }
  }

  /// A value that is JSON already, exactly as it stands; it has to be one whole value.
  package mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  // MARK: - Members

  /// A key, behind which a value must be written.
  package mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(.colon)
    if style == .pretty { bytes.append(.space) }
    isAfterKey = true
  }

  /// A member that is a string.
  package mutating func member(_ key: String, _ text: String) {
    self.key(key)
    value(text)
  }

  /// A member that is a string, left out where it is not known.
  package mutating func member(_ key: String, _ text: String?) {
    if let text { member(key, text) }
  }

  /// A member that is a whole number.
  package mutating func member(_ key: String, _ number: some FixedWidthInteger) {
    self.key(key)
    value(number)
  }

  /// A member that is true or false.
  package mutating func member(_ key: String, _ truth: Bool) {
    self.key(key)
    value(truth)
  }

  /// A member that is a list of strings.
  package mutating func member(_ key: String, _ texts: [String]) {
    self.key(key)
    value(texts)
  }

  // MARK: - Layout

  private mutating func nest<Failure: Error>(
    _ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    bytes.append(opening)
    depth += 1
    isFirst = true
    try body(&self)
    depth -= 1
    if !isFirst { breakLine() }
    bytes.append(closing)
    isFirst = false
  }

  /// Writes what stands between the last entry and the next.
  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    if !isFirst { bytes.append(.comma) }
    isFirst = false
    if depth > 0 { breakLine() }
  }

  private mutating func breakLine() {
    guard style == .pretty else { return }
    bytes.append(.lineFeed)
    bytes.append(contentsOf: repeatElement(.space, count: depth * 2))
  }

  private mutating func quote(_ text: String) {
    bytes.append(.doubleQuote)
    defer { bytes.append(.doubleQuote) }
    let isPlain = text.utf8.allSatisfy {
      $0 &- 0x20 < 0x5F && $0 != .doubleQuote && $0 != .backslash
    }
    if isPlain {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      // The last two end a line in JavaScript before 2019, where JSON often ends up.
      case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.utf8.count)
        bytes.append(contentsOf: ("\\u" + zeros + digits).utf8)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}
