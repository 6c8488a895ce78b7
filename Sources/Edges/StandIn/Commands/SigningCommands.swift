import Bytes
import Formats
import OpenSSL
import SQLite
import System

/// Signs payloads as the store does.
enum SignCommand {
  static let help = """
    usage: fake-app-store sign DIR [--lines] < payload.json

    Prints the payload as the store in DIR would sign it, byte for byte as it stands.

      --lines  every line of the input is a payload of its own

    Exit status: 0 signed · 64 usage · 65 the payload is no JSON object · 73 DIR holds no store

    """

  static func run(_ words: [String]) throws(StandInFailure) -> String {
    let arguments = try Arguments(words, options: [], flags: ["--lines"])
    let folder = try StoreFolder(opening: try arguments.folder())
    let signer = try folder.signer()
    let input: [UInt8]
    do throws(FileFailure) {
      input = try readWhole(path: "-", byteLimit: 1_073_741_824)
    } catch {
      throw .input(path: "standard input", reason: error.description)
    }
    let newline = UInt8(ascii: "\n")
    let payloads =
      arguments.values["--lines"] == nil
      ? [input[...]] : input.split(separator: newline, omittingEmptySubsequences: true)
    var tokens = ""
    for payload in payloads {
      let bytes = Array(payload.last == newline ? payload.dropLast() : payload)
      try check(bytes)
      tokens += try signing { () throws(OpenSSLFailure) in try signer.token(signing: bytes) } + "\n"
    }
    return tokens
  }

  private static func check(_ payload: [UInt8]) throws(StandInFailure) {
    var scanner = JSONScanner(payload)
    do throws(JSONFailure) {
      guard try scanner.document().object != nil else {
        throw JSONFailure(
          .wrongType, "an object is expected", at: TextPosition(line: 1, column: 1))
      }
    } catch {
      throw .input(path: "standard input", reason: error.description)
    }
  }
}

/// Makes bearer tokens as the app's server does.
enum TokenCommand {
  static let help = """
    usage: fake-app-store token DIR

    Prints a bearer token that the store in DIR accepts for five minutes.

    Exit status: 0 printed · 64 usage · 73 DIR holds no store

    """

  static func run(_ words: [String]) throws(StandInFailure) -> String {
    let folder = try StoreFolder(opening: try Arguments(words, options: []).folder())
    return try folder.bearerToken(nowMilliseconds: Clock.nowMilliseconds()) + "\n"
  }
}

/// Tells what stands in the e-mail about a purchase.
enum OrderCommand {
  static let help = """
    usage: fake-app-store order DIR TRANSACTION-ID

    Prints the order number of the purchase with that id, as the customer's e-mail has it.

    Exit status: 0 printed · 64 usage · 65 no such purchase, or one without an order · 73 DIR holds
    no store

    """

  static func run(_ words: [String]) throws(StandInFailure) -> String {
    let arguments = try Arguments(words, options: [])
    guard arguments.words.count == 2 else { throw .usage("a folder and an id are expected") }
    let folder = try StoreFolder(opening: arguments.words[0])
    let id = arguments.words[1]
    guard let number = try folder.orderNumber(of: id) else {
      throw .input(path: folder.path, reason: "no order has the transaction \(id)")
    }
    return number + "\n"
  }
}

extension StoreFolder {
  /// The order number in the customer's e-mail; nil for an unknown id and a family's share.
  package func orderNumber(of transactionID: String) throws(StandInFailure) -> String? {
    let path = worldPath
    return try remembering { () throws(SQLiteFailure) in
      let statement = try WorldDatabase(path: path).database.prepare(
        "SELECT order_number FROM versions WHERE transaction_id = ?1 LIMIT 1")
      try statement.bind(transactionID, at: 1)
      return try statement.step() ? statement.text(at: 0) : nil
    }
  }
}
