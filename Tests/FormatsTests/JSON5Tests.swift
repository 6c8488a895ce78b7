import Formats
import Testing

@Suite struct `JSON5` {
  @Test func `reads what people write`() throws {
    let text = """
      // a job
      {
        name: 'night"ly', /* and
        more */ "app": { bundle_Id$: "com.example.game", },
        list: [1, +2, .5, 5., 0x1F, -0Xff,],
        ключ: null,
        text: "one \\
      two \\x41\\'\\v\\0",
      }
      // the end
      """
    let plain = #"""
      {"name": "night\"ly", "app": {"bundle_Id$": "com.example.game"}, "ключ": null,
       "text": "one two A'\u000b\u0000"}
      """#
    guard case .object(let read5) = try read(text, .json5), case .object(let read) = try read(plain)
    else {
      Issue.record("not an object")
      return
    }
    for member in read.members { #expect(read5[member.key] == member.value) }
    #expect(
      read5["list"]?.array?.map(\.number) == ["1", "+2", ".5", "5.", "0x1F", "-0Xff"])
  }

  @Test(arguments: [
    ("{1a: 2}", JSONFailure.Code.unexpectedCharacter), ("{a b: 2}", .unexpectedCharacter),
    ("[,]", .unexpectedCharacter), ("[1,,]", .unexpectedCharacter), ("{,}", .unexpectedCharacter),
    ("[1 /* open]", .unexpectedEnd), ("[1 / 2]", .unexpectedCharacter), ("// only", .empty),
    ("0x", .badNumber), ("0xG", .badNumber), (".", .badNumber), ("'a", .unexpectedEnd),
    ("\"C:\\new\\qwe\"", .badEscape), ("'a\nb'", .controlCharacter),
    ("{a: 1, 'a': 2}", .duplicateKey),
    ("\"\\01\"", .badEscape), ("1 2", .trailingContent), ("+", .badNumber), ("010", .badNumber),
  ])
  func `is strict all the same`(_ text: String, _ code: JSONFailure.Code) {
    #expect(refusal(text, .json5)?.code == code)
  }

  @Test func `knows the place of every node`() throws {
    var scanner = JSONScanner(Array("{\n  a: {\n    b: [1,\n 'x']}}".utf8), dialect: .json5)
    let document = try scanner.document()
    let b = try #require(document.object?["a"]?.object?.members.first)
    #expect(b.position == TextPosition(line: 3, column: 5))
    #expect(b.value.position == TextPosition(line: 3, column: 8))
    #expect(b.value.array?.last?.position == TextPosition(line: 4, column: 2))
  }

  @Test func `takes the blanks that word processors leave`() throws {
    #expect(try read("[\u{A0}1,\u{2003}2\u{2028}]", .json5) == read("[1,2]"))
  }

  @Test func `refuses broken UTF-8 in a comment`() {
    #expect(refusal([0x2F, 0x2F, 0xFF, 0x0A, 0x31], .json5)?.code == .invalidUTF8)
  }
}
