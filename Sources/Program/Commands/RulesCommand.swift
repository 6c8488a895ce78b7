import Host
import Reports

extension Command {
  /// Says what is asked of every purchase.
  static let rules = Command(
    name: "rules", summary: "says what is asked of every purchase",
    options: [JobArguments.format], statuses: [.complete, .usage]
  ) { arguments throws(CommandFailure) in
    Console.write(try JobArguments.isJSON(arguments) ? RulesPage.json : RulesPage.text)
    return .complete
  }
}
