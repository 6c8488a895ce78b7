import Formats

extension Command {
  /// The options of the command and those that every command has.
  var allOptions: [Option] { options + [Option("help", .none, "shows this page")] }

  /// The page that `--help` prints.
  var helpPage: String {
    var lines = ["iap-reconcile \(usage)", "", summary]
    if !positionals.isEmpty {
      lines += [""] + aligned(positionals.map { ($0.name, $0.help) })
    }
    lines += ["", "Options:"] + aligned(allOptions.map { ($0.usage, $0.help) })
    lines += ["", "Exit statuses:"] + aligned(statuses.map { (String($0.rawValue), $0.words) })
    return lines.joined(separator: "\n") + "\n"
  }

  private var usage: String {
    ([name] + positionals.map(\.name) + ["[options]"]).joined(separator: " ")
  }

  private func aligned(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { $0.0.count }.max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }
  }

  /// What to say of an option that nobody knows.
  func unknown(_ option: String) -> String {
    let near = NearestName.suggestion(for: option, among: allOptions.map(\.name))
    return
      "unknown option --\(option)\(near.map { "; did you mean --\($0)?" } ?? ""); see \(name) --help"
  }
}
