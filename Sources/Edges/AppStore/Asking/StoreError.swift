/// Why one question to the store has no good answer.
package struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What stood in the way.
  package enum Kind: Sendable, Equatable {
    /// The store said no.
    case refused
    /// What came back is not what it should be.
    case unreadable
    /// Nothing whole came back.
    case unanswered
    /// It was not asked to the end: the run stops.
    case stopped
  }

  package let kind: Kind
  /// The HTTP status; nil where there was no answer.
  package let status: Int?
  /// Apple's number, from the answer's body (facts 3.2).
  package let code: Int64?
  /// What happened, in words that hold no secret.
  package let message: String
  /// The same without what differs from one question to the next; nil where nothing does.
  private let gist: String?

  init(
    _ kind: Kind, status: Int? = nil, code: Int64? = nil, _ message: String, gist: String? = nil
  ) {
    self.kind = kind
    self.status = status
    self.code = code
    self.message = message
    self.gist = gist
  }

  /// The same with its words changed.
  func saying(_ words: (String) -> String) -> StoreError {
    StoreError(kind, status: status, code: code, words(message), gist: gist.map(words))
  }

  /// What happened, with the numbers.
  package var description: String { words(message) }

  /// What happened, in words that are the same for every question that it happened to: reports
  /// count by them.
  package var summary: String { words(gist ?? message) }

  private func words(_ message: String) -> String {
    let numbers = [status.map { "HTTP \($0)" }, code.map { "error \($0)" }].compactMap(\.self)
    return numbers.isEmpty ? message : "\(numbers.joined(separator: ", ")): \(message)"
  }

  /// Whether the store says that it knows no such id, which is Apple's word and not a gateway's.
  var isUnknownID: Bool { code == 4_040_010 }

  /// Whether the store says that this can be no id, today or ever.
  var isMalformedID: Bool { code == 4_000_006 }

  /// Whether the store says that the customer's account is gone.
  var isAccountGone: Bool { code == 4_040_001 }

  /// Whether a walk must begin anew: its position is wrong or too old.
  var isLostPosition: Bool { code == 4_000_005 || code == 4_000_014 || code == 4_000_017 }

  /// Whether the same question may get another answer soon (facts 3.2).
  var isPassing: Bool {
    switch kind {
    case .refused:
      status == 429 || status.map { $0 >= 500 } == true || code.map(Self.passing.contains) == true
    case .unreadable, .unanswered: true
    case .stopped: false
    }
  }

  private static let passing: Set<Int64> = [4_040_002, 4_040_004, 4_040_006, 5_000_000, 5_000_001]
}
