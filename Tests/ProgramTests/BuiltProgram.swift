import Bytes
import Formats
import System
import Testing

/// The built programs, called as a shell calls them.
enum BuiltProgram {
  /// The folder in which the bundle of tests and the programs stand side by side.
  static let folder: String = {
    let parts = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().joined(separator: "/")
  }()

  /// What a call printed and how it ended.
  struct Result {
    let status: Int32
    let output: String
    let complaints: String

    /// The output as JSON.
    var json: JSONValue? {
      var scanner = JSONScanner(Array(output.utf8))
      return try? scanner.document()
    }

    /// The findings as `kind:id`.
    var findings: [String] {
      (json?.object?["findings"]?.array ?? []).map { finding in
        let kind = finding.object?["kind"]?.string ?? ""
        return "\(kind):\(finding.object?["transactionId"]?.string ?? "")"
      }
    }

    /// The verdict's word.
    var verdict: String? { json?.object?["verdict"]?.string }
  }

  /// Calls a program; every word is quoted.
  static func call(
    _ words: [String], of program: String = "iap-reconcile", input: String? = nil,
    environment: [String] = [], in scratch: Scratch
  ) throws -> Result {
    let complaints = scratch.path("complaints")
    let quoted = ([folder + "/" + program] + words).map(quote).joined(separator: " ")
    let stdin = input.map { "<" + quote($0) } ?? "</dev/null"
    let prefix = (["SWIFT_BACKTRACE=enable=no"] + environment).joined(separator: " ")
    let output = try Command.run(
      "\(prefix) \(quoted) \(stdin) 2>\(quote(complaints))", timeoutMilliseconds: 120_000,
      byteLimit: 268_435_456)
    let errors = (try? readWhole(path: complaints, byteLimit: 16_777_216)) ?? []
    return Result(
      status: output.exitStatus, output: String(decoding: output.bytes, as: UTF8.self),
      complaints: String(decoding: errors, as: UTF8.self))
  }

  private static func quote(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

/// A folder of its own for one test, gone when the test is.
final class Scratch {
  let folder: String

  init() throws {
    let name = randomBytes(8).map { String($0, radix: 16) }.joined()
    folder = "/tmp/iap-reconcile-test-\(name)"
    try Files.makeDirectories(folder)
  }

  deinit {
    try? Files.removeTree(folder)
  }

  /// A path in the folder.
  func path(_ name: String) -> String { folder + "/" + name }

  /// Writes a file and answers its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Files.writeDurably(Array(text.utf8), to: path(name))
    return path(name)
  }

  /// The text of a file.
  func text(_ name: String) -> String {
    String(decoding: bytes(name), as: UTF8.self)
  }

  /// The bytes of a file.
  func bytes(_ name: String) -> [UInt8] {
    (try? readWhole(path: path(name), byteLimit: 268_435_456)) ?? []
  }
}
