import Formats

/// The fields of the store's answers that a pull reads, by Apple's names (facts 2).
enum AnswerField: String, CaseIterable, FieldName {
  // Of a page.
  case hasMore, revision, paginationToken, signedTransactions
  // Of a list of notifications.
  case notificationHistory, signedPayload, sendAttempts, firstSendAttemptResult
  case attemptDate, sendAttemptResult
  // Of single answers.
  case signedTransactionInfo, signedRenewalInfo, signedAppTransactionInfo
  // Of subscriptions and orders.
  case data, lastTransactions, status

  static let names = JSONNames(allCases.map(\.rawValue))
  static let all = allCases
}

/// An answer of the store, or an object in it.
typealias AnswerFields = ObjectFields<AnswerField>

extension ObjectFields {
  /// A field that must be a text; nil where it is none.
  func string(_ name: Name) -> String? {
    token(name).flatMap { $0.kind == .string ? scanner.text(of: $0) : nil }
  }

  /// The bytes of a field that must be a text, without a string in between; nil where it is none.
  func signedText(_ name: Name) -> [UInt8]? {
    token(name).flatMap { $0.kind == .string ? bytes(of: $0) : nil }
  }

  /// The bytes of a text without its quotes and escapes.
  func bytes(of token: JSONToken) -> [UInt8] {
    token.isEscaped ? Array(scanner.text(of: token).utf8) : Array(scanner.bytes[token.range])
  }
}
