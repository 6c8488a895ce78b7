import Reconciliation

/// What a run could not see: gaps, then limits, a line for each reason.
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
    if let sight = coverage.sight { page.add(Self.words(sight), indent: 2, lead: "seen   ") }
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

  private static func words(_ sight: Sight) -> String {
    let since = sight.notificationsSince.map { "notifications without a hole since \($0.isoText)" }
    let none =
      sight.isSilent
      ? "no notification of the last 30 days is listed (is an address for them set in App Store "
        + "Connect?), so every customer is asked every night"
      : "no notifications"
    let customers = sight.customers.of("customer", "customers")
    let unknown =
      since == nil ? "whom no ledger row names" : "whom no ledger row and none of these names"
    return (since ?? none) + "; the histories of \(customers), "
      + "\(sight.customersRead) of them read in this run; a customer \(unknown) cannot be known"
  }

  private func add(_ word: String, _ entries: [Coverage.Entry], to page: inout TextPage) {
    let groups = Self.grouped(entries)
    for group in groups.prefix(settings.limit) {
      let accepted = group.accepted.map { "; accepted: \($0)" } ?? ""
      page.add(
        "\(group.scope): \(group.reason) (\(group.count) not checked)\(accepted)", indent: 2,
        lead: TerminalText.padded(word, to: 7),
        leadStyle: word == "gap" && group.accepted == nil ? .bad : .plain)
    }
    let rest = groups.count - settings.limit
    guard rest > 0 else { return }
    page.add(settings.rest(rest, in: ReportFile.summary.name), indent: 9)
  }

  /// Entries with one reason, of which the first stands for all.
  private struct Group {
    let first: String
    let reason: String
    let accepted: String?
    var others = 0
    var count: Int

    var scope: String { others == 0 ? first : "\(first) and \(others) more" }
  }

  /// A thousand customers whom one fault hid are one line; each of them stands in the summary.
  private static func grouped(_ entries: [Coverage.Entry]) -> [Group] {
    var places: [[String?]: Int] = [:]
    var groups: [Group] = []
    for entry in entries {
      let key = [entry.reason, entry.accepted]
      guard let place = places[key] else {
        places[key] = groups.count
        groups.append(
          Group(
            first: entry.scope, reason: entry.reason, accepted: entry.accepted, count: entry.count))
        continue
      }
      groups[place].others += 1
      groups[place].count += entry.count
    }
    return groups
  }
}
