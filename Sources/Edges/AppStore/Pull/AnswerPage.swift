import Formats
import Reconciliation

/// What a good answer holds, whichever list it is a page of.
struct AnswerPage: Sendable, Equatable {
  /// The signed texts, in the answer's order.
  var tokens: [[UInt8]] = []
  /// What became of sending each of them; empty where the list does not say.
  var attempts: [[SendAttempt]] = []
  /// Where the next page begins, or the next pull after the last one.
  var next: String?
  var hasMore = false
  /// The answer itself, where who asked reads it.
  var body: [UInt8] = []

  /// Reads the body of an answer with status 200.
  init(_ body: [UInt8], form: Endpoint.Form) throws(StoreError) {
    let object = try Self.object(body)
    switch form {
    case .one(let field):
      guard let token = object[field]?.string else { throw Self.lacking(field) }
      tokens = [Array(token.utf8)]
    case .pages(let list, let element, let next):
      try readPage(object, list, element, next)
    case .statuses: try readStatuses(object)
    case .order: try readOrder(object)
    case .whole: self.body = body
    }
  }

  private mutating func readPage(
    _ object: JSONObject, _ list: String, _ element: String?, _ next: String
  ) throws(StoreError) {
    guard let hasMore = object["hasMore"]?.bool else { throw Self.lacking("hasMore") }
    self.hasMore = hasMore
    self.next = object[next]?.string
    // A page that is not the last must say how to go on.
    guard self.next != nil || !hasMore else { throw Self.lacking(next) }
    // Apple leaves out what is empty, but a page with more behind it is full.
    guard object[list] != nil || !hasMore else { throw Self.lacking(list) }
    for entry in try Self.list(object[list], list) {
      let text = element.map { entry.object?[$0]?.string } ?? entry.string
      guard let text else { throw Self.textless(list) }
      tokens.append(Array(text.utf8))
      if element != nil { attempts.append(Self.attempts(entry.object)) }
    }
  }

  private mutating func readStatuses(_ object: JSONObject) throws(StoreError) {
    for group in try Self.list(object["data"], "data") {
      for last in try Self.list(group.object?["lastTransactions"], "lastTransactions") {
        guard let transaction = last.object?["signedTransactionInfo"]?.string else {
          throw Self.textless("lastTransactions")
        }
        tokens.append(Array(transaction.utf8))
        if let renewal = last.object?["signedRenewalInfo"]?.string {
          tokens.append(Array(renewal.utf8))
        }
      }
    }
  }

  /// An order that the store does not know is an answer without a text.
  private mutating func readOrder(_ object: JSONObject) throws(StoreError) {
    guard let status = object["status"]?.number else { throw Self.lacking("status") }
    guard status == "0" else { return }
    let list = "signedTransactions"
    for entry in try Self.list(object[list], list) {
      guard let text = entry.string else { throw Self.textless(list) }
      tokens.append(Array(text.utf8))
    }
    guard !tokens.isEmpty else { throw Self.lacking(list) }
  }

  private static func object(_ body: [UInt8]) throws(StoreError) -> JSONObject {
    var scanner = JSONScanner(body)
    do throws(JSONFailure) {
      if let object = try scanner.document().object { return object }
    } catch {
      throw StoreError(
        .unreadable, status: 200, "the answer is no JSON (\(error))\(FirstBytes.words(body))",
        gist: "the answer is no JSON")
    }
    let gist = "the answer is no JSON object"
    throw StoreError(
      .unreadable, status: 200, "\(gist)\(FirstBytes.words(body))", gist: gist)
  }

  private static func list(
    _ value: JSONValue?, _ name: String
  ) throws(StoreError) -> [JSONValue] {
    guard let value, !value.isNull else { return [] }
    guard let entries = value.array else {
      throw StoreError(.unreadable, status: 200, "the answer's \(name) is no list")
    }
    return entries
  }

  /// Old answers say only how the first attempt went (facts 2.8).
  private static func attempts(_ entry: JSONObject?) -> [SendAttempt] {
    let listed = entry?["sendAttempts"]?.array ?? []
    guard listed.isEmpty, let first = entry?["firstSendAttemptResult"]?.string else {
      return listed.compactMap { attempt in
        attempt.object?["sendAttemptResult"]?.string.map {
          SendAttempt(
            at: attempt.object?["attemptDate"]?.number.flatMap { Int64($0) }, result: $0)
        }
      }
    }
    return [SendAttempt(at: nil, result: first)]
  }

  private static func lacking(_ field: String) -> StoreError {
    StoreError(.unreadable, status: 200, "the answer has no \(field)")
  }

  private static func textless(_ list: String) -> StoreError {
    StoreError(.unreadable, status: 200, "an entry of the answer's \(list) has no text")
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
