import Records
import Rules

/// The findings by kind, the new ones first, each with its evidence in the order of all reports:
/// which transaction, what both books say, what is wrong, what to consider.
struct FindingLines {
  private let findings: [FindingKind: [Finding]]
  private let settings: TextReport.Settings

  init(_ findings: [Finding], _ settings: TextReport.Settings) {
    self.findings = Dictionary(grouping: findings, by: \.kind)
    self.settings = settings
  }

  func add(to page: inout TextPage) {
    for report in FindingKind.Report.allCases {
      let kinds = FindingKind.allCases.filter { $0.report == report && findings[$0] != nil }
      guard !kinds.isEmpty else { continue }
      page.addBlank()
      page.add(report.title, .strong)
      for kind in kinds { add(kind, findings[kind] ?? [], to: &page) }
    }
  }

  private func add(_ kind: FindingKind, _ all: [Finding], to page: inout TextPage) {
    let news = all.filter { $0.status == .new }
    let standing = news + all.filter { $0.status == .open }
    page.addBlank()
    page.add(summary(all, standing), indent: 2, lead: kind.rawValue + ": ", leadStyle: .strong)
    for finding in standing.prefix(settings.limit) { add(finding, to: &page) }
    let rest = standing.count - settings.limit
    guard rest > 0 else { return }
    page.add(settings.rest(rest, in: kind.report.fileName), indent: 4)
  }

  private func summary(_ all: [Finding], _ standing: [Finding]) -> String {
    [StatusCounts(all).words, stake(standing)].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// What is at stake in what is new or open: one purchase has one finding of a kind, so these sums
  /// count nothing twice.
  private func stake(_ standing: [Finding]) -> String {
    var sums: [String: Int64] = [:]
    for amount in standing.compactMap(\.amount) {
      sums[amount.currency, default: 0] += amount.milliunits
    }
    var words = sums.filter { $0.value != 0 }.sorted { $0.key < $1.key }
      .map { Money(milliunits: $0.value, currency: $0.key).text }
    let unknown = standing.count { $0.amount == nil }
    if unknown > 0 { words.append("\(unknown) of unknown amount") }
    return words.joined(separator: ", ")
  }

  private func add(_ finding: Finding, to page: inout TextPage) {
    let isNew = finding.status == .new
    let name = finding.transactionID.isEmpty ? "no id" : finding.transactionID
    let marks = [
      finding.productID, finding.environment, finding.severity.rawValue,
      finding.isConfirmed ? "confirmed" : "",
    ].filter { !$0.isEmpty }
    page.add(
      "\(name), " + marks.joined(separator: ", "), isNew ? .strong : .plain, indent: 2,
      lead: isNew ? "* new  " : "  open ", leadStyle: isNew ? .odd : .plain)
    for line in finding.evidence { page.add(line, indent: 9) }
    page.add(finding.suggestion, indent: 9, lead: "consider: ")
    page.add(finding.id, .dim, indent: 9, lead: "finding ")
  }
}
