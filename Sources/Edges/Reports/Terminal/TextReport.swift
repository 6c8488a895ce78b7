import Reconciliation
import Rules

/// A run's summary for a person at a terminal: the verdict and what was not seen, the books'
/// totals, the findings with their evidence, what was noticed.
package struct TextReport: Sendable {
  /// How it is to be shown.
  package struct Settings: Sendable {
    /// The columns of the terminal.
    package var width: Int
    /// Whether the terminal has colours and the person wants them.
    package var isColoured: Bool
    /// How many findings of a kind are shown; the files hold all of them.
    package var limit: Int
    /// Where the files are; nil where none were written.
    package var folder: String?

    /// Says where the rest of a list is.
    func rest(_ count: Int, in file: String) -> String {
      "and \(count) more; "
        + (folder.map { "\($0)/\(file) has all of them" }
          ?? "with --out DIR, \(file) has all of them")
    }

    package init(
      width: Int = 100, isColoured: Bool = false, limit: Int = 20, folder: String? = nil
    ) {
      self.width = width
      self.isColoured = isColoured
      self.limit = limit
      self.folder = folder
    }
  }

  private let report: Report
  private let settings: Settings

  package init(_ report: Report, _ settings: Settings = Settings()) {
    self.report = report
    self.settings = settings
  }

  /// The whole text, its last line ended.
  package var text: String {
    var page = TextPage(width: settings.width, isColoured: settings.isColoured)
    addHead(to: &page)
    CoverageLines(report.outcome.coverage, settings).add(to: &page)
    page.addBlank()
    TotalsLines(report.outcome.totals, report.outcome.texts).add(to: &page)
    FindingLines(report.outcome.findings, settings).add(to: &page)
    addNotices(to: &page)
    addMessages(to: &page)
    addEnd(to: &page)
    return page.text
  }

  private func addHead(to page: inout TextPage) {
    let run = report.run
    let job = run.job.map { "\($0), run \(run.run), " } ?? ""
    page.add("\(job)as of \(run.asOf.isoText)", .strong)
    if run.isFirst { page.add("the first run of this job: every finding is new") }
    page.addBlank()
    let verdict = report.outcome.verdict
    page.add(words(verdict), lead: verdict.rawValue.uppercased() + "  ", leadStyle: verdict.style)
  }

  private func words(_ verdict: Verdict) -> String {
    let counts = StatusCounts(report.outcome.findings).words
    switch verdict {
    case .clean:
      let words = "everything was seen and nothing is open"
      return counts.isEmpty ? words : "\(words); \(counts)"
    case .exceptions: return "everything was seen; \(counts)"
    case .incomplete:
      return "not everything was seen; " + (counts.isEmpty ? "nothing was found" : counts)
    }
  }

  private func addNotices(to page: inout TextPage) {
    let counts = report.outcome.notices.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    guard !counts.isEmpty else { return }
    page.addBlank()
    page.add("Noticed", .strong)
    let known = RuleBook.noticed.map(\.kind)
    let kinds = known + counts.keys.filter { !known.contains($0) }.sorted()
    let place = counts.values.map { String($0).utf8.count }.max() ?? 0
    for kind in kinds {
      guard let count = counts[kind] else { continue }
      let says = RuleBook.noticed.first { $0.kind == kind }.map { ": \($0.says)" } ?? ""
      page.add(
        kind + says, indent: 2,
        lead: TerminalText.rightAligned(String(count), to: place) + "  ")
    }
  }

  private func addMessages(to page: inout TextPage) {
    guard !report.outcome.messages.isEmpty else { return }
    page.addBlank()
    page.add("Messages", .strong)
    for message in report.outcome.messages { page.add(message, indent: 2, lead: "- ") }
  }

  private func addEnd(to page: inout TextPage) {
    let calls = report.run.calls.sorted { $0.key < $1.key }
    guard !calls.isEmpty || settings.folder != nil else { return }
    page.addBlank()
    if !calls.isEmpty {
      let total = calls.reduce(0) { $0 + $1.value }
      let each = calls.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      page.add("\(total) (\(each))", lead: "store calls: ")
    }
    if let folder = settings.folder { page.add(folder, lead: "files: ") }
  }
}

extension Verdict {
  fileprivate var style: TextStyle {
    switch self {
    case .clean: .good
    case .exceptions: .odd
    case .incomplete: .bad
    }
  }
}
