import Microhttpd
import Records
import System

/// Prints the app receipt of a customer.
enum ReceiptCommand {
  static let help = """
    usage: fake-app-store receipt DIR ID [--sandbox] [--clock T]

    Prints the app receipt of the customer whom any transaction id leads to: PKCS#7 in Base64,
    signed under DIR/receipt-root.pem, with the purchases as they stood at the clock.

      --sandbox  the customer of the sandbox
      --clock    the moment (that of init)

    Exit status: 0 printed · 64 usage · 65 nobody has that id · 73 DIR holds no store

    """

  static func run(_ words: [String]) throws(StandInFailure) -> String {
    let arguments = try Arguments(words, options: ["--clock"], flags: ["--sandbox"])
    guard arguments.words.count == 2 else {
      throw .usage("a folder and a transaction id are expected")
    }
    let folder = try StoreFolder(opening: arguments.words[0])
    let moment = try clock(arguments) ?? folder.identity.clock
    let counter = try StoreCounter(folder, clock: moment)
    let environment =
      arguments.values["--sandbox"] == nil ? WorldEnvironment.production : .sandbox
    let id = arguments.words[1]
    guard let receipt = counter.receipt(of: id, environment) else {
      throw .input(path: folder.path, reason: "no customer of \(environment.rawValue) has \(id)")
    }
    return receipt + "\n"
  }
}
