import Formats
import Testing

@Suite struct `CSV there and back` {
  private static let pieces = [
    "", "a", ",", "\"", "\n", "\r\n", "\r", ";", "\t", "é", "😀", " ", "'", "x\"\"y", "0042",
    "\u{FEFF}",
  ]

  private func randomTable(_ generator: inout SeededGenerator) -> [[String]] {
    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      (0..<3).map { _ in
        (0..<Int.random(in: 0...3, using: &generator))
          .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
      }
    }
  }

  @Test func `reads back whatever was written, at every block size`() throws {
    var generator = SeededGenerator(seed: 4_180)
    for _ in 0..<40 {
      let rows = randomTable(&generator)
      var writer = CSVWriter(header: ["one", "two", "three"])
      for row in rows { writer.row(row.map(CSVCell.text)) }
      let table = try #require(Table(everyBlockSizeOf: writer.bytes))
      // A leading tab or CR is guarded by an apostrophe, which a reader leaves where it is.
      let expected = rows.map { row in
        row.map { $0.utf8.first == 0x09 || $0.utf8.first == 0x0D ? "'" + $0 : $0 }
      }
      #expect(table.rows == expected)
      #expect(table.complaints == [])
    }
  }
}

@Suite struct `CSV writer` {
  private func line(_ cells: [CSVCell]) -> String {
    var writer = CSVWriter(header: cells.map { _ in "x" })
    _ = writer.takeBytes()
    writer.row(cells)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ([.text("a"), .number("4.990"), .empty], "a,4.990,\n"),
      (
        [.text("a,b"), .text("say \"x\""), .text("one\ntwo")],
        "\"a,b\",\"say \"\"x\"\"\",\"one\ntwo\"\n"
      ),
      ([.text("430001600000001"), .text("0042")], "430001600000001,0042\n"),
      ([.empty], "\"\"\n"), ([.text("")], "\"\"\n"), ([.empty, .empty], ",\n"),
      ([.text("cr\r")], "\"cr\r\"\n"), ([.text("é;\t")], "é;\t\n"),
    ] as [([CSVCell], String)])
  func `writes RFC 4180`(_ cells: [CSVCell], _ expected: String) {
    #expect(line(cells) == expected)
  }

  @Test(arguments: [
    "=1+1", "+x", "-x", "@SUM(A1)", "\tx", "-1+2", "+", "-", "--1", "-0x1F", "+cmd|' /C calc'!A0",
    "-.5x", "-1 ", "-1e", "-1,5", "=", "-Infinity", "+.5",
  ])
  func `guards what a spreadsheet would take for a formula`(_ text: String) {
    var writer = CSVWriter(header: ["a"])
    writer.row([.text(text)])
    #expect(writer.guardedCount == 1)
    let written = String(decoding: writer.bytes, as: UTF8.self).dropFirst(2)
    #expect(written.hasPrefix("'\(text)") || written.hasPrefix("\"'\(text.prefix(1))"))
  }

  @Test(arguments: [
    "-5", "+5", "-4.990", "-4.3E+14", "+1e5", "4.99", "0042", "a=b", "x-1", "'=1", "-0", "", "1=1",
  ])
  func `leaves a plain number and a harmless text alone`(_ text: String) {
    var writer = CSVWriter(header: ["a", "b"])
    writer.row([.text(text), .number(text)])
    #expect(writer.guardedCount == 0)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "a,b\n\(text),\(text)\n")
  }

  @Test func `writes what is no number as text, whatever it was called`() {
    #expect(line([.number("=1+1")]) == "'=1+1\n")
    #expect(line([.number("1,5")]) == "\"1,5\"\n")
  }

  @Test func `hands its bytes over in blocks`() {
    var writer = CSVWriter(header: ["a"])
    #expect(writer.takeBytes() == Array("a\n".utf8))
    writer.row([.text("1")])
    #expect(writer.takeBytes() == Array("1\n".utf8))
    #expect(writer.takeBytes() == [])
    #expect(writer.rowCount == 1)
  }
}
