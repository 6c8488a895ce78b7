/// How often and how soon the store is asked again.
enum RetryPolicy {
  /// How often one question is asked, the first time included.
  static let attemptLimit = 5
  /// How many questions in a row may end without an answer before the store counts as gone.
  static let exhaustedLimit = 16
  /// The longest that a run without an end of its own waits for the next turn: limits are kept by
  /// the hour.
  static let waitLimitMilliseconds: Int64 = 7_200_000

  private static let baseMilliseconds: Int64 = 500
  private static let ceilingMilliseconds: Int64 = 30_000

  /// A random wait up to a bound that doubles with every attempt: many callers that failed
  /// together must not come back together.
  static func waitMilliseconds(afterAttempt attempt: Int, random: (Int64) -> Int64) -> Int64 {
    let doublings = Int64(min(max(attempt - 1, 0), 10))
    let bound = min(ceilingMilliseconds, baseMilliseconds << doublings)
    return min(max(random(bound + 1), 0), bound)
  }
}
