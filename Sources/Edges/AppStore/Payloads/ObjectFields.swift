import Formats

/// The known fields of one JSON object, found in one pass and not yet read.
///
/// What is unknown is checked and stepped over: Apple adds fields without notice.
struct ObjectFields<Name: FieldName>: Sendable {
  /// A field with its value.
  struct Entry: Sendable {
    let name: Name
    let token: JSONToken
  }

  /// The scanner that understands the tokens.
  let scanner: JSONScanner
  /// The known fields, in the order of the text.
  let entries: [Entry]
  /// The object, where it lies in another; nil for a whole text.
  private let inner: JSONToken?
  private let firstLine: Int

  /// Reads a text that is one object and nothing else.
  init(_ json: [UInt8], firstLine: Int = 1) throws(JSONFailure) {
    var scanner = JSONScanner(json, firstLine: firstLine)
    entries = try Self.collect(&scanner)
    try scanner.finish()
    self.scanner = scanner
    self.firstLine = firstLine
    inner = nil
  }

  /// Reads an object that was stepped over.
  init(_ token: JSONToken, in outer: JSONScanner) throws(JSONFailure) {
    var scanner = outer.scanner(of: token)
    entries = try Self.collect(&scanner)
    self.scanner = scanner
    inner = token
    firstLine = 1
  }

  /// The same object, asked for other names.
  func again<Other>() throws(JSONFailure) -> ObjectFields<Other> {
    guard let inner else { return try ObjectFields<Other>(scanner.bytes, firstLine: firstLine) }
    return try ObjectFields<Other>(inner, in: scanner)
  }

  private static func collect(_ scanner: inout JSONScanner) throws(JSONFailure) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(24)
    var object = try scanner.openObject()
    while let member = try scanner.nextMember(of: &object) {
      guard let number = Name.names.index(of: member.key, in: scanner) else { continue }
      entries.append(Entry(name: Name.all[number], token: member.value))
    }
    return entries
  }

  /// Whether the field is there and not null.
  func has(_ name: Name) -> Bool {
    entries.contains { $0.name == name && $0.token.kind != .null }
  }

  /// The token of a field that is there and not null.
  func token(_ name: Name) -> JSONToken? {
    entries.first { $0.name == name && $0.token.kind != .null }?.token
  }

  /// Hands over how a value is written and its bytes; nothing for `null`.
  func read<Failure>(
    _ token: JSONToken, _ take: (ValueForm, Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    guard let form = ValueForm(token.kind) else { return }
    guard token.isEscaped else {
      return try take(form, scanner.bytes.span.extracting(token.range))
    }
    let text = Array(scanner.text(of: token).utf8)
    try take(form, text.span)
  }

  /// The text of a field; nil where it is no text or number.
  func text(_ name: Name) -> String? {
    guard let token = token(name), token.kind == .string || token.kind == .number else {
      return nil
    }
    return scanner.text(of: token)
  }

  /// The same, with the field's name and place in the failure.
  func read(
    _ token: JSONToken, of name: Name, _ take: (ValueForm, Span<UInt8>) throws(FieldFailure) -> Void
  ) throws(PayloadFailure) {
    do throws(FieldFailure) {
      try read(token, take)
    } catch {
      throw PayloadFailure(
        error.of(name.rawValue), at: scanner.failure(error.reason, at: token))
    }
  }

  /// The complaint that something is wrong with the object as a whole.
  func failure(_ reason: String) -> JSONFailure {
    inner.map { scanner.failure(reason, at: $0) }
      ?? JSONFailure(.wrongType, reason, at: TextPosition(line: firstLine, column: 1))
  }

  /// Hands over each element of a list; a value that is no list counts as a list of one.
  ///
  /// Old answers hold one object where newer ones hold a list (facts 6.7).
  func elements(of token: JSONToken) throws(JSONFailure) -> [JSONToken] {
    guard token.kind == .array else { return [token] }
    var scanner = scanner.scanner(of: token)
    var elements: [JSONToken] = []
    var array = try scanner.openArray()
    while try scanner.hasNextElement(of: &array) { elements.append(try scanner.nextValue()) }
    return elements
  }
}
