import Records

/// How a notification went to the app's server, and how the store's history lists it.
package struct Sending: Sendable, Equatable {
  /// What came of each attempt, the first first, in Apple's words (facts 2.8); empty where it was
  /// never sent.
  package var results = ["SUCCESS"]
  /// How long after it was signed the history begins to list it.
  package var late = Ago.seconds(0)
  /// How far behind its own place the history lists it once more, under the same UUID; nil for once.
  package var again: Ago?

  /// Heard at once, listed at once and once.
  package init() {}

  /// What came of the attempts, and nothing unusual otherwise.
  package init(results: [String]) {
    self.results = results
  }

  /// The server answered at once.
  package static let answered = Sending()
  /// No attempt was made.
  package static let neverSent = Sending(results: [])
  /// The first attempt timed out, the second was heard.
  package static let heardLater = Sending(results: ["TIMED_OUT", "SUCCESS"])
  /// All six attempts were in vain.
  package static let unanswered = Sending(
    results: Array(repeating: "NO_RESPONSE", count: Sending.pauses.count))

  /// Hours before each attempt, counted from the one before (facts 4.3).
  static let pauses: [Int64] = [0, 1, 12, 24, 48, 72]

  /// Every word that Apple has for the end of an attempt.
  static let words = [
    "SUCCESS", "TIMED_OUT", "TLS_ISSUE", "CIRCULAR_REDIRECT", "NO_RESPONSE", "SOCKET_ISSUE",
    "UNSUPPORTED_CHARSET", "INVALID_RESPONSE", "PREMATURE_CLOSE",
    "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "OTHER",
  ]

  /// The attempts with their moments, for a notification that was signed at that moment.
  func attempts(since moment: Int64) -> [(at: Int64, result: String)] {
    var at = moment
    return zip(Self.pauses, results).map { pause, result in
      at += pause * Milliseconds.hour
      return (at, result)
    }
  }

  /// When the server heard it; nil for never.
  func heard(since moment: Int64) -> Int64? {
    attempts(since: moment).first { $0.result == "SUCCESS" }?.at
  }
}
