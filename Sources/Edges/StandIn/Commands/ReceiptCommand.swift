import Microhttpd
package import Records
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
    let environment =
      arguments.values["--sandbox"] == nil ? WorldEnvironment.production : .sandbox
    let id = arguments.words[1]
    guard let receipt = try folder.receipt(of: id, in: environment, at: moment) else {
      throw .input(path: folder.path, reason: "no customer of \(environment.rawValue) has \(id)")
    }
    return receipt + "\n"
  }
}

extension StoreFolder {
  /// The app receipt of the customer whom an id leads to, in Base64 and as it would be made at a
  /// moment; nil where nobody has the id.
  package func receipt(
    of transactionID: String, in environment: WorldEnvironment = .production, at moment: Instant
  ) throws(StandInFailure) -> String? {
    try StoreCounter(self, clock: moment).receipt(of: transactionID, environment)
  }
}
