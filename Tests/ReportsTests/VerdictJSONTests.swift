import Formats
import Reconciliation
import Records
import Reports
import Rules
import Testing

@Suite struct `the verdict in JSON` {
  @Test func `is written in blocks and is whole`() throws {
    var specimen = Specimen()
    for number in 100..<400 { specimen.sell("2000000000000\(number)") }
    let report = try specimen.report()
    var blocks: [[UInt8]] = []
    VerdictJSON.write(report) { blocks.append($0) }
    #expect(blocks.count > 2)
    #expect(blocks.flatMap(\.self) == VerdictJSON.bytes(report))
    var scanner = JSONScanner(VerdictJSON.bytes(report))
    _ = try scanner.document()
    let table = FindingTable.bytes(report.outcome.findings, asOf: report.run.asOf)
    #expect(table.count { $0 == UInt8(ascii: "\n") } == 301)
  }

  @Test func `is the same for the same books, in whatever order they were read`() throws {
    var first = Specimen()
    var second = Specimen()
    for number in 1...9 { first.sell("200000000000000\(number)") }
    for number in (1...9).reversed() { second.sell("200000000000000\(number)") }
    #expect(try VerdictJSON.bytes(first.report()) == VerdictJSON.bytes(second.report()))
  }

  @Test func `leaves out what is not known, but never a list`() throws {
    var report = try Report.everyKind()
    report.run.job = nil
    report.outcome.findings = report.outcome.findings.filter { $0.kind == .unknownGrant }
    report.outcome.findings[0].purchasedAt = nil
    let text = String(decoding: VerdictJSON.bytes(report), as: UTF8.self)
    for key in ["job", "originalTransactionId", "amount", "purchasedAt"] {
      #expect(!text.contains("\"\(key)\""))
    }
    #expect(!text.contains("null"))
    #expect(
      try String(decoding: VerdictJSON.bytes(.clean()), as: UTF8.self)
        .contains("\"findings\": [],\n  \"notices\": [],\n  \"messages\": []"))
  }

  @Test func `has a ledger's money where the ledger has amounts`() throws {
    var specimen = Specimen()
    specimen.sell("1")
    specimen.grant("1", row: "1", to: "u") { row, texts in
      row.amount = 4_990
      row.currency = texts.intern("USD")
    }
    let text = try String(decoding: VerdictJSON.bytes(specimen.report()), as: UTF8.self)
    #expect(text.split(separator: "\"money\"").count == 3)
    #expect(
      try String(decoding: VerdictJSON.bytes(Specimen().report()), as: UTF8.self)
        .contains("\"classes\": {},\n      \"money\": {}"))
  }
}

@Suite struct `a table of findings` {
  @Test(arguments: [
    (Milliseconds.day - 1, "0"), (Milliseconds.day, "1"), (3 * Milliseconds.day - 1, "2"),
    (-5 * Milliseconds.day, "-5"),
  ])
  func `counts whole days`(_ age: Int64, _ days: String) throws {
    var report = try Report.everyKind()
    report.outcome.findings[0].purchasedAt = Specimen.asOf.adding(milliseconds: -age)
    let bytes = FindingTable.bytes(report.outcome.findings.prefix(1), asOf: Specimen.asOf)
    #expect(String(decoding: bytes, as: UTF8.self).contains(",2026-03-10T03:00:00Z,\(days),"))
  }

  @Test(arguments: [
    (Int64(4_990), "4.990"), (160_000, "160.000"), (0, "0.000"), (-990, "-0.990"),
    (.max, "9223372036854775.807"),
  ])
  func `writes amounts with three places`(_ milliunits: Int64, _ text: String) throws {
    var report = try Report.everyKind()
    report.outcome.findings[0].amount = Money(milliunits: milliunits, currency: "EUR")
    let bytes = FindingTable.bytes(report.outcome.findings.prefix(1), asOf: Specimen.asOf)
    #expect(String(decoding: bytes, as: UTF8.self).contains(",\(text),EUR,"))
  }

  @Test func `joins lists with blanks and leaves what is unknown empty`() throws {
    var report = try Report.everyKind()
    report.outcome.findings[0].transactionIDs = ["2000000000000010", "2001", "2002"]
    report.outcome.findings[0].userIDs = ["u-1", "u-2"]
    report.outcome.findings[0].rows = ["a:1", "b:2"]
    report.outcome.findings[0].amount = nil
    report.outcome.findings[0].purchasedAt = nil
    let bytes = FindingTable.bytes(report.outcome.findings.prefix(1), asOf: Specimen.asOf)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.contains(
        ",2000000000000010,2001 2002,2000000000000010,,u-1 u-2,a:1 b:2,1,0,,,,2026-03-10T03:00:00Z,,"
      ))
  }
}
