import Reconciliation

/// What a run could not see: gaps, then limits, a line each.
struct CoverageLines {
  private let coverage: Coverage
  private let settings: TextReport.Settings

  init(_ coverage: Coverage, _ settings: TextReport.Settings) {
    self.coverage = coverage
    self.settings = settings
  }

  func add(to page: inout TextPage) {
    page.add(
      words, lead: "coverage: ", leadStyle: coverage.isComplete ? .plain : .bad)
    // What nobody accepted comes first: it is what somebody has to mend.
    let gaps = coverage.gaps.filter { $0.accepted == nil }
    add("gap", gaps + coverage.gaps.filter { $0.accepted != nil }, to: &page)
    add("limit", coverage.limits, to: &page)
  }

  private var words: String {
    let gaps = coverage.gaps.count
    let accepted = coverage.gaps.count { $0.accepted != nil }
    let limits = coverage.limits.count
    var words = [coverage.isComplete ? "complete" : "incomplete"]
    if gaps > 0 { words.append(gaps.of("gap", "gaps")) }
    if accepted > 0 { words[words.count - 1] += " (\(accepted) accepted)" }
    if limits > 0 { words.append(limits.of("limit", "limits")) }
    return words.joined(separator: ", ")
  }

  private func add(_ word: String, _ entries: [Coverage.Entry], to page: inout TextPage) {
    for entry in entries.prefix(settings.limit) {
      let accepted = entry.accepted.map { "; accepted: \($0)" } ?? ""
      page.add(
        "\(entry.scope): \(entry.reason) (\(entry.count) not checked)\(accepted)", indent: 2,
        lead: TerminalText.padded(word, to: 7),
        leadStyle: word == "gap" && entry.accepted == nil ? .bad : .plain)
    }
    let rest = entries.count - settings.limit
    guard rest > 0 else { return }
    page.add(settings.rest(rest, in: ReportFile.summary.name), indent: 9)
  }
}
