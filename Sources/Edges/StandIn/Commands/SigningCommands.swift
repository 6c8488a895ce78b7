import Bytes
import Formats
import OpenSSL
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
