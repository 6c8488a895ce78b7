import Formats

/// A JSON object under construction, member by member; what is absent is left out, as Apple does.
struct PayloadText: Sendable {
  private var body = ""

  mutating func add(_ key: String, _ value: String?) {
    if let value { add(key, literal: JSONWriter.quoted(value)) }
  }

  mutating func add(_ key: String, _ value: Int64?) {
    if let value { add(key, literal: String(value)) }
  }

  mutating func add(_ key: String, _ value: Bool) {
    add(key, literal: value ? "true" : "false")
  }

  mutating func add(_ key: String, _ values: [String]) {
    add(key, literal: Self.list(values.map(JSONWriter.quoted)))
  }

  /// Adds a value that is JSON already.
  mutating func add(_ key: String, literal: String) {
    if !body.isEmpty { body += "," }
    body += JSONWriter.quoted(key) + ":" + literal
  }

  /// The object, without a blank.
  var text: String { "{\(body)}" }

  /// A list of values that are JSON already.
  static func list(_ literals: [String]) -> String {
    "[\(literals.joined(separator: ","))]"
  }
}
