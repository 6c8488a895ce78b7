import Formats
import Testing

@Suite struct `JSON scanner` {
  @Test(arguments: [
    "4.3E+14", "430001600000001", "-0", "0.10", "1e400", "123456789012345678901234567890",
    "-1.5e-3", "0",
  ])
  func `keeps a number as its text`(_ number: String) throws {
    #expect(try read(number) == .number(number))
  }

  @Test func `keeps a number of a million digits`() throws {
    let number = String(repeating: "9", count: 1_000_000)
    #expect(try read("[\(number)]") != .null)
  }

  @Test(arguments: [
    "01", "-", "1.", ".5", "1e", "1e+", "+1", "0x1F", "1.e3", "--1", "12abc", "1_0",
  ])
  func `refuses what is no number`(_ text: String) {
    let code = refusal(text)?.code
    #expect(code == .badNumber || code == .unexpectedCharacter, "\(text)")
  }

  @Test(arguments: ["NaN", "Infinity", "-Infinity"], [JSONDialect.json, .json5])
  func `refuses numbers that are none by name`(_ text: String, _ dialect: JSONDialect) {
    #expect(refusal(text, dialect)?.code == .notFinite)
    #expect(refusal("[+NaN]", .json5)?.code == .notFinite)
  }

  @Test(arguments: [
    (#""a\"b\\c\/d""#, "a\"b\\c/d"),
    (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
    (#""\u00e9\ud83d\ude00""#, "é😀"),
    (#""\u0000""#, "\0"),
    ("\"é😀\u{7F}\"", "é😀\u{7F}"),
    (#""""#, ""),
  ])
  func `reads escapes`(_ json: String, _ text: String) throws {
    #expect(try read(json) == .string(text))
  }

  @Test(arguments: [
    #""\ud83d""#, #""\ude00""#, #""\ud83d\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#,
    #""\ude00\ud83d""#,
    #""\ud83d\u0041""#,
  ])
  func `refuses half a surrogate pair`(_ json: String) {
    #expect(refusal(json)?.code == .unpairedSurrogate)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
      [0xE0, 0x80, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3],
    ] as [[UInt8]])
  func `refuses broken UTF-8`(_ bytes: [UInt8]) {
    #expect(refusal([0x22] + bytes + [0x22])?.code == .invalidUTF8)
    #expect(refusal([0x22] + bytes)?.code == .invalidUTF8)
  }

  @Test(arguments: [0x00, 0x09, 0x0A, 0x0D, 0x1F] as [UInt8])
  func `refuses a control character inside a string`(_ byte: UInt8) {
    #expect(refusal([0x22, byte, 0x22])?.code == .controlCharacter)
  }

  @Test(arguments: [#""\x41""#, #""\'""#, #""\a""#, #""\u12""#, #""\u12G4""#])
  func `refuses an unknown escape`(_ json: String) {
    #expect(refusal(json)?.code == .badEscape)
  }

  @Test func `refuses the same key twice in one object, however it is spelled`() throws {
    let failure = try #require(refusal("{\"id\": 1,\n \"id\": 2}"))
    #expect(failure.code == .duplicateKey)
    #expect(failure.reason == "the key `id` stands here twice")
    #expect((failure.line, failure.column) == (2, 2))
    #expect(refusal(#"{"id": 1, "\u0069d": 2}"#)?.code == .duplicateKey)
    #expect(refusal(#"[{"a": {"b": 1, "b": 2}}]"#)?.code == .duplicateKey)
    #expect(refusal(#"{"a": {"id": 1}, "id": 2, "b": [{"id": 3}, {"id": 4}]}"#) == nil)
  }

  @Test func `tells apart keys that Unicode calls equivalent`() {
    #expect(refusal("{\"\u{E9}\": 1, \"e\u{301}\": 2}") == nil)
  }

  @Test func `notices a key twice among thousands`() {
    let many = (0..<5_000).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
    #expect(refusal("{\(many)}") == nil)
    #expect(refusal("{\(many), \"k4999\": 0}")?.code == .duplicateKey)
    #expect(refusal("{\(many), \"k0\": 0}")?.code == .duplicateKey)
  }

  @Test func `holds 64 levels and refuses the next`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(refusal(nested(64)) == nil)
    #expect(refusal(nested(65))?.code == .tooDeep)
    #expect(refusal(String(repeating: "[", count: 1_000_000))?.code == .tooDeep)
    #expect(refusal(String(repeating: "{\"a\":", count: 1_000_000))?.code == .tooDeep)
  }

  @Test(arguments: [
    ("", JSONFailure.Code.empty), (" \n\t", .empty), ("{} {}", .trailingContent),
    ("1 x", .trailingContent), ("{", .unexpectedEnd), ("[1,", .unexpectedEnd),
    ("{\"a\"", .unexpectedEnd), ("\"a", .unexpectedEnd), ("\"a\\", .unexpectedEnd),
    ("{\"a\":", .unexpectedEnd), ("[1,]", .unexpectedCharacter),
    ("{\"a\":1,}", .unexpectedCharacter),
    ("[1 2]", .unexpectedCharacter), ("{a: 1}", .unexpectedCharacter),
    ("'a'", .unexpectedCharacter),
    ("tru", .unexpectedCharacter), ("truex", .unexpectedCharacter), ("[,]", .unexpectedCharacter),
    ("// x\n1", .unexpectedCharacter), ("}", .unexpectedCharacter),
    ("\u{A0}1", .unexpectedCharacter),
  ])
  func `says what is wrong`(_ text: String, _ code: JSONFailure.Code) {
    #expect(refusal(text)?.code == code)
  }

  @Test(arguments: [
    ("[1,\n  x]", 2, 3), ("[1,\r\n  x]", 2, 3), ("[1,\r  x]", 2, 3), ("\u{FEFF}x", 1, 1),
    ("[\"é😀\", x]", 1, 8), ("{\"a\": 1\n\n\"b\": 2}", 3, 1), ("[1", 1, 3),
  ])
  func `names the place by line and column`(_ text: String, _ line: Int, _ column: Int) throws {
    let failure = try #require(refusal(text))
    #expect((failure.line, failure.column) == (line, column), "\(failure)")
  }

  @Test func `counts on from the line that a text stands on`() {
    var scanner = JSONScanner(Array("[1, x]".utf8), firstLine: 41)
    #expect {
      try scanner.document()
    } throws: { error in
      (error as? JSONFailure)?.line == 41
    }
  }

  @Test func `steps over a byte-order mark`() throws {
    #expect(try read("\u{FEFF}[]") == .array([]))
  }
}
