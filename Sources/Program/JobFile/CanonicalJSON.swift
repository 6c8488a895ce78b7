import Formats

/// Writes a document so that only its meaning is left: keys sorted, no blanks, no comments.
enum CanonicalJSON {
  /// The text; two documents that say the same have the same.
  static func text(of value: JSONValue) -> String {
    switch value.content {
    case .object(let object):
      let members = object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { JSONWriter.quoted($0.key) + ":" + text(of: $0.value) }
      return "{" + members.joined(separator: ",") + "}"
    case .array(let elements):
      return "[" + elements.map { text(of: $0) }.joined(separator: ",") + "]"
    case .string(let text): return JSONWriter.quoted(text)
    case .number(let text): return text
    case .bool(let truth): return truth ? "true" : "false"
    case .null: return "null"
    }
  }
}
