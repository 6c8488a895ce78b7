import Formats

/// What a good answer holds, whichever list it is a page of.
struct AnswerPage: Sendable, Equatable {
  /// The signed texts, in the answer's order.
  var tokens: [[UInt8]] = []
  /// Where the next page begins, or the next pull after the last one.
  var next: String?
  var hasMore = false

  /// Reads the body of an answer with status 200.
  init(_ body: [UInt8], form: Endpoint.Form) throws(StoreError) {
    let object = try Self.object(body)
    switch form {
    case .one(let field):
      guard let token = object[field]?.string else { throw Self.lacking(field) }
      tokens = [Array(token.utf8)]
    case .pages(let list, let element, let next):
      guard let hasMore = object["hasMore"]?.bool else { throw Self.lacking("hasMore") }
      self.hasMore = hasMore
      self.next = object[next]?.string
      // A page that is not the last must say how to go on.
      guard self.next != nil || !hasMore else { throw Self.lacking(next) }
      // Apple leaves out what is empty, but a page with more behind it is full.
      guard object[list] != nil || !hasMore else { throw Self.lacking(list) }
      tokens = try Self.tokens(object[list], list, element)
    }
  }

  private static func object(_ body: [UInt8]) throws(StoreError) -> JSONObject {
    var scanner = JSONScanner(body)
    do throws(JSONFailure) {
      if let object = try scanner.document().object { return object }
    } catch {
      throw StoreError(
        .unreadable, status: 200, "the answer is no JSON (\(error))\(FirstBytes.words(body))")
    }
    throw StoreError(
      .unreadable, status: 200, "the answer is no JSON object\(FirstBytes.words(body))")
  }

  private static func tokens(
    _ value: JSONValue?, _ list: String, _ element: String?
  ) throws(StoreError) -> [[UInt8]] {
    guard let value, !value.isNull else { return [] }
    guard let entries = value.array else {
      throw StoreError(.unreadable, status: 200, "the answer's \(list) is no list")
    }
    var tokens: [[UInt8]] = []
    for entry in entries {
      let text = element.map { entry.object?[$0]?.string } ?? entry.string
      guard let text else {
        throw StoreError(.unreadable, status: 200, "an entry of the answer's \(list) has no text")
      }
      tokens.append(Array(text.utf8))
    }
    return tokens
  }

  private static func lacking(_ field: String) -> StoreError {
    StoreError(.unreadable, status: 200, "the answer has no \(field)")
  }
}

/// The beginning of an answer that nobody expected, for a person to recognise it by.
enum FirstBytes {
  private static let limit = 120

  /// Words to end a sentence with.
  static func words(_ body: [UInt8]) -> String {
    let shown = printable(body)
    return shown.isEmpty ? "" : "; it begins with `\(shown)`"
  }

  /// At most 120 characters; what cannot be printed is a point.
  static func printable(_ bytes: some Sequence<UInt8>) -> String {
    String(
      decoding: bytes.prefix(limit).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") },
      as: UTF8.self)
  }
}
