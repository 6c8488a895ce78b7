import Formats
import Host

/// The program: finds the command, runs it, and answers how to end.
package enum Program {
  static let version = "0.1.0"

  static let commands: [Command] = [.run, .compare, .verify, .check, .rules]

  /// Runs the words of a call, the program's own name not among them.
  package static func run(_ words: [String]) -> ExitStatus {
    guard let name = words.first, name != "--help", name != "help" else {
      Console.write(overview)
      return words.isEmpty ? .usage : .complete
    }
    if name == "--version" {
      Console.write("iap-reconcile \(version)\n")
      return .complete
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let near = NearestName.suggestion(for: name, among: commands.map(\.name))
      Console.complain(
        "iap-reconcile: unknown command \(name)\(near.map { "; did you mean \($0)?" } ?? "")")
      return .usage
    }
    do throws(CommandFailure) {
      let arguments = try command.parse(Array(words.dropFirst()))
      guard !arguments.has("help") else {
        Console.write(command.helpPage)
        return .complete
      }
      return try command.run(arguments)
    } catch {
      Console.complain("iap-reconcile \(name): \(error.words)")
      return error.status
    }
  }

  private static var overview: String {
    var lines = [
      "iap-reconcile lays the App Store's signed word beside your ledger, purchase by purchase.",
      "",
      "Commands:",
    ]
    let width = commands.map(\.name.count).max() ?? 0
    for command in commands {
      let pad = String(repeating: " ", count: width - command.name.count + 2)
      lines.append("  \(command.name)\(pad)\(command.summary)")
    }
    lines += ["", "iap-reconcile COMMAND --help says more."]
    return lines.joined(separator: "\n") + "\n"
  }
}
