import Bytes
import Formats
import System
import Testing

/// One situation from the field with the right verdict: a folder under `Cases`.
struct FieldCase: Sendable, CustomTestStringConvertible {
  let name: String
  let folder: String
  let title: String
  let asOf: String
  let from: String?
  let to: String?
  let expectation: Expectation

  var testDescription: String { "\(name): \(title)" }

  init(_ name: String) {
    self.name = name
    folder = Self.root + "/" + name
    let json = Self.json(folder + "/case.json")
    title = json.text("title") ?? "(case.json cannot be read)"
    asOf = json.text("asOf") ?? ""
    from = json.text("from")
    to = json.text("to")
    expectation = Expectation(json?.object?["expect"])
  }

  static let all: [FieldCase] = names.map(FieldCase.init)

  private static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast()
    return "/" + parts.joined(separator: "/") + "/Cases"
  }()

  private static var names: [String] {
    (try? Files.list(root)) ?? []
  }

  /// Whether the case has a file of this name.
  func has(_ file: String) -> Bool { Files.exists(folder + "/" + file) }

  /// The lines of one of the case's files.
  func lines(_ file: String) -> [String] {
    let text = String(decoding: Self.bytes(folder + "/" + file), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  static func bytes(_ path: String) -> [UInt8] {
    (try? readWhole(path: path, byteLimit: 1_048_576)) ?? []
  }

  static func json(_ path: String) -> JSONValue? {
    var scanner = JSONScanner(bytes(path))
    return try? scanner.document()
  }
}

extension JSONValue? {
  /// A member's text.
  func text(_ key: String) -> String? { self?.object?[key]?.string }

  /// The texts of a member that is a list.
  func texts(_ key: String) -> [String] {
    self?.object?[key]?.array?.compactMap(\.string) ?? []
  }
}
