import Formats
import Reconciliation
import Records
import Reports
import Rules
import Testing

/// Texts that try to be more than text.
private let hostile = [
  "=HYPERLINK(\"http://example.com\")", "+1+1", "-2+3", "@SUM(A1)", "\tx", "\rx", "a,b\"c\"",
  "line\nbreak", "\u{1B}[2Jwiped", "\u{9B}31mred", "\u{202E}gnp.exe", "zero\u{200B}width",
  "null\0byte",
  "bell\u{7}", "para\u{2029}graph", "</script>", "back\\slash", "",
]

@Suite struct `hostile texts` {
  @Test(arguments: hostile)
  func `stay in their cell of a table`(_ text: String) throws {
    let report = try Self.report(text)
    let findings = report.outcome.findings
    try #require(!findings.isEmpty)
    let bytes = FindingTable.bytes(findings, asOf: report.run.asOf)
    let rows = try Self.rows(bytes)
    #expect(rows.count == findings.count + 1)
    #expect(rows.allSatisfy { $0.count == FindingTable.header.count })
    for (row, finding) in zip(rows.dropFirst(), findings) {
      let cell = row[5]
      #expect(cell == finding.productID || cell == "'" + finding.productID)
      #expect(cell.isEmpty || !"=+-@\t\r".contains(cell.first ?? "x"))
    }
  }

  @Test(arguments: ["-4.990", "+7", "42", "0042", "-5"])
  func `are not seen in numbers`(_ number: String) throws {
    let report = try Self.report(number)
    let rows = try Self.rows(
      FindingTable.bytes(report.outcome.findings, asOf: report.run.asOf))
    #expect(rows.dropFirst().allSatisfy { $0[5] == number })
  }

  @Test(arguments: hostile)
  func `stay in their string of the JSON`(_ text: String) throws {
    let report = try Self.report(text)
    let bytes = VerdictJSON.bytes(report)
    #expect(bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    var scanner = JSONScanner(bytes)
    _ = try scanner.document()
    let quoted = String(decoding: Self.quoted(text), as: UTF8.self)
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"productId\": \(quoted)"))
  }

  @Test(arguments: hostile)
  func `are written out on a terminal`(_ text: String) throws {
    let page = try TextReport(Self.report(text)).text
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(page.unicodeScalars.allSatisfy { $0 == "\n" || !Self.isObeyed($0) })
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 100 })
    let plain = try TextReport(Self.report("plain")).text
    #expect(
      lines.filter { $0.hasPrefix("  * new") }.count
        == plain.split(separator: "\n")
        .filter { $0.hasPrefix("  * new") }.count)
  }

  @Test(arguments: [
    ("plain Grüße 日本", "plain Grüße 日本"), ("a\nb\r\tc", "a\\nb\\r\\tc"),
    ("\u{1B}[0m", "\\u{1b}[0m"), ("\u{202E}x", "\\u{202e}x"), ("e\u{301}", "e\u{301}"),
    ("\u{9B}", "\\u{9b}"), ("\u{FEFF}", "\\u{feff}"),
  ])
  func `are escaped, others are not`(_ text: String, _ escaped: String) {
    #expect(VisibleText.escaped(text) == escaped)
  }

  /// A text in every place that comes from outside.
  private static func report(_ text: String) throws -> Report {
    var specimen = Specimen(ledgers: [.init(name: text)])
    specimen.sell("1", text, currency: text)
    specimen.sell("2", text)
    specimen.grant("2", row: text, to: text, text)
    specimen.grant("2", row: "second", to: text, text)
    specimen.grant(text, row: "third \(text)", to: text, text)
    var gap = Gap(reason: text)
    gap.userID = "nobody \(text)"
    specimen.circumstances.gaps = [gap]
    var report = try specimen.report()
    report.outcome.messages.append(text)
    report.run.job = text
    return report
  }

  private static func rows(_ bytes: [UInt8]) throws -> [[String]] {
    var rows: [[String]] = [[""]]
    var isQuoted = false
    var bytes = bytes[...]
    var cell: [UInt8] = []
    func end() {
      rows[rows.count - 1][rows[rows.count - 1].count - 1] = String(decoding: cell, as: UTF8.self)
    }
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && bytes.first == byte:
        cell.append(byte)
        bytes.removeFirst()
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        end()
        cell = []
        rows[rows.count - 1].append("")
      case UInt8(ascii: "\n") where !isQuoted:
        end()
        cell = []
        rows.append([""])
      default: cell.append(byte)
      }
    }
    #expect(!isQuoted)
    return Array(rows.dropLast())
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.value(text)
    return writer.bytes
  }

  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
