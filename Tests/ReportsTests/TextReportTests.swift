import Reconciliation
import Records
import Reports
import Rules
import Testing

@Suite struct `the summary on a terminal` {
  @Test func `shows twenty findings of a kind and says where the rest is`() throws {
    #expect(try Self.missed(20).contains("more;") == false)
    let text = try Self.missed(23)
    #expect(text.contains("and 3 more; with --out DIR, missed-deliveries.csv has all of them"))
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("  * new") }.count == 20)
    let filed = try Self.missed(23, TextReport.Settings(folder: "out"))
    #expect(filed.contains("and 3 more; out/missed-deliveries.csv has all of them"))
    #expect(filed.hasSuffix("files: out\n"))
  }

  @Test func `says how far the store was seen`() throws {
    var report = try Self.report(missed: 1)
    #expect(!TextReport(report).text.contains("seen   "))
    report.outcome.coverage.sight = Sight(
      notificationsSince: Specimen.hours(48), customers: 1_200, customersRead: 1)
    let text = TextReport(report).text
    #expect(text.contains("seen   notifications without a hole since 2026-03-08T03:00:00Z;"))
    #expect(text.contains("the histories of 1200 customers, 1"))
    report.outcome.coverage.sight?.notificationsSince = nil
    #expect(TextReport(report).text.contains("seen   no notifications; the histories"))
    let json = String(decoding: CoverageJSON.bytes(report.outcome.coverage), as: UTF8.self)
    #expect(
      json.contains(
        "\"seen\":{\"noNotificationListed\":false,\"customers\":1200,\"customersRead\":1}"))
    report.outcome.coverage.sight?.isSilent = true
    #expect(
      TextReport(report).text.contains("seen   no notification of the last 30 days is listed"))
  }

  @Test func `says in one line what was not seen for one reason, wherever that was`() throws {
    var specimen = Specimen()
    for number in 1...30 {
      var gap = Gap(reason: "the customer's history could not be read: HTTP 503")
      gap.transactionID = "20000000000000\(number + 10)"
      specimen.circumstances.gaps.append(gap)
    }
    specimen.circumstances.gaps.append(Gap(reason: "the feed could not be read"))
    let report = try specimen.report()
    let lines = TextReport(report).text.split(separator: "\n").filter { $0.contains("gap  ") }
    #expect(lines.count == 2)
    #expect(
      lines.contains {
        $0.contains("transaction 2000000000000011 and 29 more: the customer's history could not")
      })
    #expect(report.outcome.coverage.gaps.count == 31)
  }

  @Test func `shows new findings before older ones`() throws {
    var report = try Self.report(missed: 22)
    for place in 0..<21 { report.outcome.findings[place].status = .open }
    let lines = TextReport(report).text.split(separator: "\n")
    let marked = lines.filter { $0.hasPrefix("  * new") || $0.hasPrefix("    open") }
    #expect(marked.first?.hasPrefix("  * new  2000000000000022,") == true)
    #expect(marked.count == 20)
  }

  @Test func `counts accepted and resolved findings and does not list them`() throws {
    var report = try Self.report(missed: 2)
    report.outcome.findings[0].status = .accepted
    report.outcome.findings[1].status = .resolved
    let text = TextReport(report).text
    #expect(
      text.contains(
        "CLEAN  everything was seen and nothing is open; 1 accepted finding, 1 resolved"))
    #expect(!text.contains("consider:"))
  }

  @Test(arguments: [1, 40, 57, 80, 200])
  func `is no wider than the terminal, which has forty columns at least`(_ width: Int) throws {
    let text = try TextReport(.everyKind(), TextReport.Settings(width: width)).text
    let widest = text.split(separator: "\n").map(\.count).max() ?? 0
    #expect(widest <= max(40, width))
  }

  @Test func `breaks a table with many currencies into several`() throws {
    var specimen = Specimen()
    let currencies = ["AUD", "BRL", "CAD", "CHF", "EUR", "GBP", "JPY", "KWD", "USD"]
    for (place, currency) in currencies.enumerated() {
      specimen.sell("200000000000000\(place)", price: 123_456_780, currency: currency)
    }
    let text = try TextReport(specimen.report(), TextReport.Settings(width: 60)).text
    let heads = text.split(separator: "\n").filter { $0.hasPrefix("  store") }
    #expect(heads.count > 1)
    #expect(
      heads.joined().split(separator: " ").filter { currencies.contains(String($0)) }
        .map(String.init) == currencies)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 })
  }

  @Test func `has colours only where they were asked for`() throws {
    let report = try Report.everyKind()
    #expect(!TextReport(report).text.contains("\u{1B}"))
    let coloured = TextReport(report, TextReport.Settings(isColoured: true)).text
    #expect(coloured.contains("\u{1B}[1;31mINCOMPLETE"))
    let bare = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(bare == TextReport(report).text)
  }

  @Test func `names what nobody accepted first among the gaps`() throws {
    let lines = try TextReport(.everyKind()).text.split(separator: "\n")
    let gaps = lines.filter { $0.hasPrefix("  gap") }
    #expect(gaps.map { $0.contains("u-53") } == [true, false])
  }

  @Test func `counts the notices it has no words for`() throws {
    var report = try Report.clean()
    for words in ["a", "b"] {
      report.outcome.notices.append(
        Notice(
          kind: "newer-kind", transactionID: "1", environment: "Production", productID: "p",
          userIDs: [], words: words))
    }
    #expect(TextReport(report).text.contains("  2  newer-kind\n"))
  }

  private static func report(missed count: Int) throws -> Report {
    var specimen = Specimen()
    for number in 1...count {
      specimen.sell("20000000000000\(number < 10 ? "0" : "")\(number)")
    }
    return try specimen.report()
  }

  private static func missed(
    _ count: Int, _ settings: TextReport.Settings = TextReport.Settings()
  ) throws -> String {
    try TextReport(report(missed: count), settings).text
  }
}
