import Microhttpd

/// An answer that is none: Apple's error codes, and what has no body at all.
struct Refusal: Error, Equatable, Sendable {
  /// Apple's code; its status is the code without the last four digits.
  let code: Int64
  let message: String

  static let badRequest = Refusal(code: 4_000_000, message: "Bad request.")
  static let invalidRevision = Refusal(code: 4_000_005, message: "Invalid request revision.")
  static let invalidTransactionID = Refusal(code: 4_000_006, message: "Invalid transaction id.")
  static let startTooEarly = Refusal(
    code: 4_000_012, message: "Invalid request. The start date is too far in the past.")
  static let startAfterEnd = Refusal(
    code: 4_000_013, message: "Invalid request. The end date precedes the start date.")
  static let invalidPaginationToken = Refusal(
    code: 4_000_014, message: "Invalid request. The pagination token is invalid.")
  static let invalidStartDate = Refusal(code: 4_000_015, message: "Invalid request. Start date.")
  static let invalidEndDate = Refusal(code: 4_000_016, message: "Invalid request. End date.")
  static let multipleFilters = Refusal(
    code: 4_000_019, message: "Invalid request. Supply either a transaction id or a type.")
  static let invalidSort = Refusal(code: 4_000_021, message: "Invalid request. Sort.")
  static let invalidProductType = Refusal(
    code: 4_000_022, message: "Invalid request. Product type.")
  static let invalidOwnership = Refusal(
    code: 4_000_026, message: "Invalid request. The in-app ownership type is invalid.")
  static let invalidRevoked = Refusal(code: 4_000_030, message: "Invalid request. Revoked.")
  static let invalidStatus = Refusal(code: 4_000_031, message: "Invalid request. Status.")
  static let appTransactionID = Refusal(
    code: 4_000_048, message: "Invalid request. An app transaction id is not supported.")
  static let notFound = Refusal(code: 4_040_010, message: "Transaction id not found.")
  static let tooManyRequests = Refusal(code: 4_290_000, message: "Rate limit exceeded.")
  static let broken = Refusal(code: 5_000_000, message: "An unknown error occurred.")

  /// The answer in Apple's shape (facts 3.1).
  var response: OutgoingResponse {
    var body = PayloadText()
    body.add("errorCode", code)
    body.add("errorMessage", message)
    return .json(body.text, status: Int(code / 10_000))
  }
}

extension Refusal {
  /// The answer with the moment at which the caller may come back.
  func response(retryAfter: String) -> OutgoingResponse {
    var answer = response
    answer.headers.append((name: "Retry-After", value: retryAfter))
    return answer
  }
}

extension OutgoingResponse {
  /// An answer of JSON.
  static func json(_ text: String, status: Int = 200) -> OutgoingResponse {
    json(Array(text.utf8), status: status)
  }

  /// An answer of JSON.
  static func json(_ body: [UInt8], status: Int = 200) -> OutgoingResponse {
    OutgoingResponse(
      status: status, headers: [(name: "Content-Type", value: "application/json")], body: body)
  }

  /// What a caller without a valid token gets: not a word (facts 1.3).
  static let unauthorized = OutgoingResponse(status: 401)
  static let noSuchPath = OutgoingResponse(status: 404)
}
