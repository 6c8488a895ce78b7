/// One object of a document, which remembers the keys it was asked for.
///
/// A missing key answers nil, with a complaint only where it is required; null counts as missing.
/// Call ``finish()`` when all keys have been asked for: every other key is a complaint.
package final class ObjectReader {
  /// The keys that lead here; empty at the top.
  package let path: String

  private let object: JSONObject
  private let position: TextPosition
  private let document: DocumentReader
  private var knownKeys: [String] = []

  init(
    _ object: JSONObject, at position: TextPosition, path: String, in document: DocumentReader
  ) {
    self.object = object
    self.position = position
    self.path = path
    self.document = document
  }

  /// The value of a key, of any kind.
  package func value(_ key: String, required: Bool = false) -> ValueReader? {
    if !knownKeys.contains(key) { knownKeys.append(key) }
    guard let value = object[key], !value.isNull else {
      if required { document.complain(at: position, "`\(pathOf(key))` is missing") }
      return nil
    }
    return ValueReader(value, path: pathOf(key), in: document)
  }

  /// A string.
  package func string(_ key: String, required: Bool = false) -> String? {
    value(key, required: required)?.string()
  }

  /// A string that says something: an empty one is a complaint.
  package func filledString(_ key: String, required: Bool = false) -> String? {
    guard let value = value(key, required: required), let text = value.string() else { return nil }
    guard !text.isEmpty else {
      value.complain("must not be empty")
      return nil
    }
    return text
  }

  /// True or false.
  package func bool(_ key: String, required: Bool = false) -> Bool? {
    value(key, required: required)?.bool()
  }

  /// A whole number within bounds.
  package func integer(
    _ key: String, in bounds: ClosedRange<Int64>, required: Bool = false
  ) -> Int64? {
    value(key, required: required)?.integer(in: bounds)
  }

  /// An identifier: a string, or a bare number, which keeps its text.
  package func identifier(_ key: String, required: Bool = false) -> String? {
    value(key, required: required)?.identifier()
  }

  /// One of the words listed.
  package func choice(_ key: String, among words: [String], required: Bool = false) -> String? {
    value(key, required: required)?.choice(among: words)
  }

  /// A list of strings.
  package func strings(_ key: String, required: Bool = false) -> [String]? {
    value(key, required: required)?.strings()
  }

  /// An object.
  package func object(_ key: String, required: Bool = false) -> ObjectReader? {
    value(key, required: required)?.object()
  }

  /// A list.
  package func list(_ key: String, required: Bool = false) -> [ValueReader]? {
    value(key, required: required)?.list()
  }

  /// Every member in order, for objects whose keys are data; all of them are known then.
  package func entries() -> [(key: String, value: ValueReader)] {
    knownKeys = object.members.map(\.key)
    return object.members.map {
      ($0.key, ValueReader($0.value, path: pathOf($0.key), in: document))
    }
  }

  /// Whether the key stands in the object, even with null.
  package func has(_ key: String) -> Bool { object[key] != nil }

  /// Notes a complaint about the object as a whole; `message` is a whole sentence.
  package func complain(_ message: String) {
    document.complain(at: position, message)
  }

  /// Complains about every key that was never asked for, and names the one probably meant.
  package func finish() {
    for member in object.members where !knownKeys.contains(member.key) {
      // A key that is there already was not meant once more.
      let free = knownKeys.filter { object[$0] == nil }
      let meant = NearestName.suggestion(for: member.key, among: free)
      let advice = meant.map { "; did you mean `\($0)`?" } ?? ""
      document.complain(at: member.position, "unknown key `\(pathOf(member.key))`" + advice)
    }
  }

  private func pathOf(_ key: String) -> String {
    let isName = key.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(letter: "_") }
    guard isName, !key.isEmpty else { return "\(path)[\"\(key)\"]" }
    return path.isEmpty ? key : path + "." + key
  }
}
