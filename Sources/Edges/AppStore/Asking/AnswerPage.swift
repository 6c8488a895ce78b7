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
    let answer = try Self.fields(body)
    switch form {
    case .one(let field):
      guard let token = answer.signedText(field) else { throw Self.lacking(field) }
      tokens = [token]
    case .pages(let list, let element, let next):
      try readPage(answer, list, element, next)
    case .statuses: try readStatuses(answer)
    case .order: try readOrder(answer)
    case .whole: self.body = body
    }
  }

  private mutating func readPage(
    _ answer: AnswerFields, _ list: AnswerField, _ element: AnswerField?, _ next: AnswerField
  ) throws(StoreError) {
    guard let kind = answer.token(.hasMore)?.kind, kind == .yes || kind == .no else {
      throw Self.lacking(.hasMore)
    }
    hasMore = kind == .yes
    self.next = answer.string(next)
    // A page that is not the last must say how to go on.
    guard self.next != nil || !hasMore else { throw Self.lacking(next) }
    // Apple leaves out what is empty, but a page with more behind it is full.
    guard answer.has(list) || !hasMore else { throw Self.lacking(list) }
    for entry in try Self.list(list, of: answer) {
      guard let element else {
        tokens.append(try Self.signedText(entry, of: list, in: answer))
        continue
      }
      let fields = try Self.object(entry, of: list, in: answer)
      guard let text = fields.signedText(element) else { throw Self.textless(list) }
      tokens.append(text)
      attempts.append(Self.attempts(fields))
    }
  }

  private mutating func readStatuses(_ answer: AnswerFields) throws(StoreError) {
    for group in try Self.list(.data, of: answer) {
      let group = try Self.object(group, of: .data, in: answer)
      for last in try Self.list(.lastTransactions, of: group) {
        let last = try Self.object(last, of: .lastTransactions, in: group)
        guard let transaction = last.signedText(.signedTransactionInfo) else {
          throw Self.textless(.lastTransactions)
        }
        tokens.append(transaction)
        if let renewal = last.signedText(.signedRenewalInfo) { tokens.append(renewal) }
      }
    }
  }

  /// An order that the store does not know is an answer without a text.
  private mutating func readOrder(_ answer: AnswerFields) throws(StoreError) {
    guard let status = answer.token(.status), status.kind == .number else {
      throw Self.lacking(.status)
    }
    guard answer.text(.status) == "0" else { return }
    for entry in try Self.list(.signedTransactions, of: answer) {
      tokens.append(try Self.signedText(entry, of: .signedTransactions, in: answer))
    }
    guard !tokens.isEmpty else { throw Self.lacking(.signedTransactions) }
  }

  private static func fields(_ body: [UInt8]) throws(StoreError) -> AnswerFields {
    do throws(JSONFailure) {
      return try AnswerFields(body)
    } catch {
      let gist =
        error.code == .wrongType ? "the answer is no JSON object" : "the answer is no JSON"
      let place = error.code == .wrongType ? "" : " (\(error))"
      throw StoreError(
        .unreadable, status: 200, "\(gist)\(place)\(FirstBytes.words(body))", gist: gist)
    }
  }

  /// The entries of a list; none where it is left out.
  private static func list(
    _ name: AnswerField, of answer: AnswerFields
  ) throws(StoreError) -> [JSONToken] {
    guard let token = answer.token(name) else { return [] }
    guard token.kind == .array, let entries = try? answer.elements(of: token) else {
      throw StoreError(.unreadable, status: 200, "the answer's \(name.rawValue) is no list")
    }
    return entries
  }

  private static func object(
    _ entry: JSONToken, of list: AnswerField, in answer: AnswerFields
  ) throws(StoreError) -> AnswerFields {
    guard let fields = try? AnswerFields(entry, in: answer.scanner) else {
      throw textless(list)
    }
    return fields
  }

  private static func signedText(
    _ entry: JSONToken, of list: AnswerField, in answer: AnswerFields
  ) throws(StoreError) -> [UInt8] {
    guard entry.kind == .string else { throw textless(list) }
    return answer.bytes(of: entry)
  }

  /// Old answers say only how the first attempt went (facts 2.8).
  private static func attempts(_ entry: AnswerFields) -> [SendAttempt] {
    let listed = entry.token(.sendAttempts).flatMap { list in
      list.kind == .array ? try? entry.elements(of: list) : nil
    }
    guard listed?.isEmpty ?? true, let first = entry.string(.firstSendAttemptResult) else {
      return (listed ?? []).compactMap { attempt in
        guard let fields = try? AnswerFields(attempt, in: entry.scanner),
          let result = fields.string(.sendAttemptResult)
        else { return nil }
        let date = fields.token(.attemptDate)?.kind == .number ? fields.text(.attemptDate) : nil
        return SendAttempt(at: date.flatMap { Int64($0) }, result: result)
      }
    }
    return [SendAttempt(at: nil, result: first)]
  }

  private static func lacking(_ field: AnswerField) -> StoreError {
    StoreError(.unreadable, status: 200, "the answer has no \(field.rawValue)")
  }

  private static func textless(_ list: AnswerField) -> StoreError {
    StoreError(
      .unreadable, status: 200, "an entry of the answer's \(list.rawValue) has no text")
  }
}
