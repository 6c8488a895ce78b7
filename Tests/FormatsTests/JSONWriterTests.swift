import Formats
import Testing

@Suite struct `JSON writer` {
  private func sample(_ style: JSONWriter.Style) -> String {
    var writer = JSONWriter(style)
    writer.object { verdict in
      verdict.member("schema", "iap-reconcile/verdict/1")
      verdict.member("count", 3)
      verdict.member("confirmed", true)
      verdict.key("amount")
      verdict.object { amount in
        amount.member("milliunits", Int64.min)
        amount.key("currency")
        amount.null()
      }
      verdict.member("rows", ["1", "2"])
      verdict.member("none", [String]())
      verdict.key("empty")
      verdict.object { _ in }
      verdict.key("number")
      verdict.number("4.3E+14")
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func `writes compactly, in the order given`() {
    #expect(
      sample(.compact)
        == #"{"schema":"iap-reconcile/verdict/1","count":3,"confirmed":true,"#
        + #""amount":{"milliunits":-9223372036854775808,"currency":null},"#
        + #""rows":["1","2"],"none":[],"empty":{},"number":4.3E+14}"#)
  }

  @Test func `writes prettily by two spaces a level`() {
    #expect(
      sample(.pretty) == """
        {
          "schema": "iap-reconcile/verdict/1",
          "count": 3,
          "confirmed": true,
          "amount": {
            "milliunits": -9223372036854775808,
            "currency": null
          },
          "rows": [
            "1",
            "2"
          ],
          "none": [],
          "empty": {},
          "number": 4.3E+14
        }
        """)
  }

  @Test(arguments: [
    ("a\"b\\c/d", #""a\"b\\c/d""#), ("\n\r\t\u{8}\u{0}\u{1F}", #""\n\r\t\u0008\u0000\u001f""#),
    ("\u{2028}\u{2029}\u{7F}", #""\u2028\u2029\u007f""#), ("é😀", "\"é😀\""), ("", "\"\""),
  ])
  func `escapes what must not stand bare`(_ text: String, _ json: String) throws {
    var writer = JSONWriter()
    writer.value(text)
    #expect(writer.bytes == Array(json.utf8))
    #expect(try read(writer.bytes) == .string(text))
  }

  @Test(arguments: ["0x1F", "1 2", "", "NaN", "+1", "1.", "1,2", " 1"])
  func `writes what is no JSON number as a string`(_ text: String) throws {
    var writer = JSONWriter()
    writer.number(text)
    #expect(try read(writer.bytes) == .string(text))
  }

  @Test func `writes JSON lines`() {
    var writer = JSONWriter()
    for number in 1...2 {
      writer.object { $0.member("n", number) }
      writer.endLine()
    }
    #expect(writer.takeBytes() == Array("{\"n\":1}\n{\"n\":2}\n".utf8))
    #expect(writer.bytes == [])
  }

  @Test func `gives back any tree`() throws {
    var generator = SeededGenerator(seed: 8_259)
    for _ in 0..<300 {
      var text = JSONWriter(Bool.random(using: &generator) ? .compact : .pretty)
      writeRandom(&text, depth: 4, &generator)
      var scanner = JSONScanner(text.bytes)
      let tree = try scanner.document()
      var again = JSONWriter()
      again.value(tree)
      #expect(try read(again.bytes) == tree.content)
    }
  }

  private func writeRandom(
    _ writer: inout JSONWriter, depth: Int, _ generator: inout SeededGenerator
  ) {
    switch Int.random(in: depth > 0 ? 0...6 : 2...6, using: &generator) {
    case 0:
      let count = Int.random(in: 0...4, using: &generator)
      writer.object { object in
        for number in 0..<count {
          object.key(["a", "\"", "é", "\u{2028}"][number])
          writeRandom(&object, depth: depth - 1, &generator)
        }
      }
    case 1:
      let count = Int.random(in: 0...4, using: &generator)
      writer.array { array in
        for _ in 0..<count { writeRandom(&array, depth: depth - 1, &generator) }
      }
    case 2: writer.value(Int64.random(in: .min ... .max, using: &generator))
    case 3: writer.number("-1.50e-7")
    case 4: writer.value(Bool.random(using: &generator))
    case 5: writer.null()
    default:
      let scalars = (0..<5).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x2100, using: &generator))
      }
      writer.value(String(String.UnicodeScalarView(scalars)))
    }
  }
}
