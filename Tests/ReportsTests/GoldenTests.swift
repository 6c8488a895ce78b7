import Reconciliation
import Reports
import Rules
import Testing

@Suite struct `reports as recorded` {
  @Test func `show every kind of finding`() throws {
    #expect(Set(try Report.everyKind().outcome.findings.map(\.kind)) == Set(FindingKind.allCases))
  }

  @Test func `are the verdict in JSON`() throws {
    try Golden.expect(VerdictJSON.bytes(.everyKind()), in: "every-kind.json")
    try Golden.expect(VerdictJSON.bytes(.clean()), in: "clean.json")
  }

  @Test(arguments: FindingKind.Report.allCases)
  func `are the four tables`(_ kind: FindingKind.Report) throws {
    let report = try Report.everyKind()
    let findings = report.outcome.findings.filter { $0.kind.report == kind }
    try Golden.expect(
      FindingTable.bytes(findings, asOf: report.run.asOf), in: kind.fileName)
  }

  @Test func `are the summary on a terminal`() throws {
    var report = try Report.everyKind()
    try Golden.expect(Array(TextReport(report).text.utf8), in: "every-kind.txt")
    report.run.isFirst = true
    report.run.calls = ["history": 12, "notifications": 3]
    let settings = TextReport.Settings(
      width: 60, isColoured: true, limit: 1, folder: "reports/nightly/\(report.run.run)")
    try Golden.expect(Array(TextReport(report, settings).text.utf8), in: "every-kind-narrow.txt")
    try Golden.expect(Array(TextReport(.clean()).text.utf8), in: "clean.txt")
  }

  @Test func `are the rules`() throws {
    try Golden.expect(RulesPage.markdown, inDocument: "docs/RULES.md")
    try Golden.expect(Array(RulesPage.text().utf8), in: "rules.txt")
    try Golden.expect(RulesPage.json, in: "rules.json")
  }
}
