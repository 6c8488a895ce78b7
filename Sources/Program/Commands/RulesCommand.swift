import Host
import Reports

extension Command {
  /// Says what is asked of every purchase.
  static let rules = Command(
    name: "rules", summary: "says what is asked of every purchase",
    options: [JobArguments.format], statuses: [.complete, .usage]
  ) { arguments throws(CommandFailure) in
    if try JobArguments.isJSON(arguments) {
      Console.write(RulesPage.json)
    } else {
      Console.write(RulesPage.text(isColoured: Console.wantsColour))
    }
    return .complete
  }
}
