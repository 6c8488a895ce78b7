/// One value of a document, with the path that leads to it.
///
/// Each getter answers nil and notes a complaint where the value is of another kind.
package struct ValueReader {
  /// The value as read.
  package let json: JSONValue
  /// The keys that lead here: `ledger.columns.transaction_id`, `accepted[0]`; empty at the top.
  package let path: String

  let document: DocumentReader

  init(_ json: JSONValue, path: String, in document: DocumentReader) {
    self.json = json
    self.path = path
    self.document = document
  }

  /// Notes a complaint about this value; `message` goes on from its path: "must not be empty".
  package func complain(_ message: String) {
    document.complain(at: json.position, value: json.string ?? json.number, named + " " + message)
  }

  /// A string.
  package func string() -> String? {
    guard let text = json.string else { return wrong("a string") }
    return text
  }

  /// True or false.
  package func bool() -> Bool? {
    guard let truth = json.bool else { return wrong("true or false") }
    return truth
  }

  /// A whole number within bounds.
  package func integer(in bounds: ClosedRange<Int64>) -> Int64? {
    guard let text = json.number else { return wrong("a whole number") }
    guard let number = Self.wholeNumber(text) else {
      complain("must be a plain whole number")
      return nil
    }
    guard bounds.contains(number) else {
      complain("must lie between \(bounds.lowerBound) and \(bounds.upperBound)")
      return nil
    }
    return number
  }

  /// An identifier: a string, or a bare number, which keeps its text.
  package func identifier() -> String? {
    guard let text = json.string ?? json.number else { return wrong("a string") }
    return text
  }

  /// One of the words listed.
  package func choice(among words: [String]) -> String? {
    guard let text = string() else { return nil }
    guard words.contains(text) else {
      let list = words.map { "`\($0)`" }.joined(separator: ", ")
      let meant = NearestName.suggestion(for: text, among: words)
      complain("must be one of \(list)" + (meant.map { "; did you mean `\($0)`?" } ?? ""))
      return nil
    }
    return text
  }

  /// An object.
  package func object() -> ObjectReader? {
    guard let object = json.object else { return wrong("an object") }
    return ObjectReader(object, at: json.position, path: path, in: document)
  }

  /// A list.
  package func list() -> [ValueReader]? {
    guard let elements = json.array else { return wrong("a list") }
    return elements.enumerated().map { index, element in
      ValueReader(element, path: "\(path)[\(index)]", in: document)
    }
  }

  /// A list, or one value that stands for a list of itself.
  package func listOrOne() -> [ValueReader] {
    json.array == nil ? [self] : list() ?? []
  }

  /// A list of strings; nil if any element is none.
  package func strings() -> [String]? {
    guard let elements = list() else { return nil }
    let texts = elements.compactMap { $0.string() }
    return texts.count == elements.count ? texts : nil
  }

  private var named: String { path.isEmpty ? "the document" : "`\(path)`" }

  private func wrong<Wanted>(_ wanted: String) -> Wanted? {
    document.complain(
      at: json.position, "\(named) must be \(wanted); found \(json.kindName)\(shownValue)")
    return nil
  }

  private var shownValue: String {
    if let text = json.string { return " \"\(text.prefix(40))\"" }
    if let number = json.number { return " \(number.prefix(40))" }
    return ""
  }

  /// `12`, `-3`, and JSON5's `+4` and `0x1F`.
  private static func wholeNumber(_ text: String) -> Int64? {
    var digits = text[...]
    if digits.hasPrefix("+") { digits = digits.dropFirst() }
    let isNegative = digits.hasPrefix("-")
    let unsigned = isNegative ? digits.dropFirst() : digits
    if unsigned.hasPrefix("0x") || unsigned.hasPrefix("0X") {
      return Int64((isNegative ? "-" : "") + unsigned.dropFirst(2), radix: 16)
    }
    let bytes = Array(digits.utf8)
    return WholeNumber.parse(bytes.span)
  }
}
