import System

/// The program `fake-app-store`.
package enum StandInProgram {
  private static let help = """
    usage: fake-app-store COMMAND …

    A scriptable stand-in for the App Store Server API on loopback. It signs its answers with a
    chain of its own and goes wrong on demand.

      init DIR     make a store: keys, a world, its ledger, and what is planted in it
      serve DIR    answer calls
      advance DIR  let time pass, and things happen
      sign DIR     sign a payload as the store does
      token DIR    print a bearer token
      receipt DIR  print a customer's app receipt
      order DIR    print a purchase's order number
      judge DIR    compare what a run found with what was planted

    Every command has --help.

    """

  /// Runs the command that the words after the program's name ask for; gives the exit status.
  package static func run(_ words: [String]) -> Int32 {
    guard let command = words.first else {
      complain(help)
      return 64
    }
    let rest = Array(words.dropFirst())
    if command == "--help" || command == "help" { return answer(help) }
    guard let known = commands[command] else {
      complain("fake-app-store: \(command) is no command\n\n" + help)
      return 64
    }
    if rest.contains("--help") { return answer(known.help) }
    do throws(StandInFailure) {
      return answer(try known.run(rest))
    } catch {
      complain("fake-app-store \(command): \(error)\n")
      if case .usage = error { complain("\n" + known.help) }
      return error.exitStatus
    }
  }

  private struct Command: Sendable {
    let help: String
    let run: @Sendable ([String]) throws(StandInFailure) -> String
  }

  private static let commands = [
    "init": Command(help: InitCommand.help, run: InitCommand.run),
    "advance": Command(help: AdvanceCommand.help, run: AdvanceCommand.run),
    "serve": Command(help: ServeCommand.help, run: ServeCommand.run),
    "sign": Command(help: SignCommand.help, run: SignCommand.run),
    "judge": Command(help: JudgeCommand.help, run: JudgeCommand.run),
    "receipt": Command(help: ReceiptCommand.help, run: ReceiptCommand.run),
    "order": Command(help: OrderCommand.help, run: OrderCommand.run),
    "token": Command(help: TokenCommand.help, run: TokenCommand.run),
  ]

  private static func answer(_ text: String) -> Int32 {
    guard !text.isEmpty else { return 0 }
    do throws(SystemFailure) {
      try StandardStream.write(Array(text.utf8), to: .output)
      return 0
    } catch {
      return 73
    }
  }
}

/// Says something to the operator.
func complain(_ text: String) {
  // Nobody is left to tell if this fails too.
  try? StandardStream.write(Array(text.utf8), to: .error)
}
