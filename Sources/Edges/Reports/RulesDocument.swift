import Rules

extension RulesPage {
  /// The text of docs/RULES.md.
  package static var markdown: String {
    var lines = [
      "# The rules", "",
      "Made from the rule book (rules \(RuleBook.version)); a test compares the two. Record it anew",
      "with `IAP_RECORD=1 swift test --filter ReportsTests`.", "",
      "A yes to a rule's question is silence; a no is a finding of its kind, in the report named.",
      "The weight is what a finding costs: `loss` is money or goods moved wrongly, `wrong` a state",
      "that differs, `notice` nothing.",
    ]
    for report in FindingKind.Report.allCases {
      lines += ["", "## \(report.title)", "", "In `\(report.fileName)`.", ""]
      lines += ["| kind | question | weight |", "| --- | --- | --- |"]
      lines += RuleBook.current.filter { $0.kind.report == report }.map {
        row(["`\($0.kind.rawValue)`", $0.question, $0.weight])
      }
    }
    lines += ["", "## Notices", "", "Counted and listed, never an alarm.", ""]
    lines += ["| kind | says |", "| --- | --- |"]
    lines += RuleBook.noticed.map { row(["`\($0.kind)`", $0.says]) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}
