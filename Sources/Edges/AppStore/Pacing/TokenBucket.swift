/// How fast requests may follow each other, so that no rolling hour holds more than a limit.
///
/// It counts what is owed: every request owes its share of the hour, time pays, and no more may be
/// owed than the depth. In any stretch of time there are then no more requests than `(stretch +
/// depth) / cost`, which for an hour is 0.995 of the limit. The rest is for requests that are on
/// their way for longer than others: the store counts when they arrive.
struct TokenBucket: Equatable {
  /// The most requests in any hour.
  let limit: Int
  /// What is owed, in nanoseconds.
  var owed: Int64

  /// Half a hundredth of the hour may come at once, and 0.99 of the limit come evenly.
  private static let depth: Int64 = 18_000_000_000
  private static let evenShare: Int64 = 990

  /// A bucket that owes nothing, or what is given, as far as it may owe.
  init(limit: Int, owed: Int64 = 0) {
    self.limit = max(1, limit)
    self.owed = max(0, owed)
    self.owed = min(self.owed, mostOwed)
  }

  /// What one request owes.
  var cost: Int64 {
    let even = Int64(limit) * Self.evenShare
    return (3_600_000_000_000 * 1_000 + even - 1) / even
  }

  /// One request may be sent whenever nothing is owed, however much it owes.
  private var mostOwed: Int64 { max(Self.depth, cost) }

  /// How long one must wait for the next request, in nanoseconds; zero if it may be sent now.
  var wait: Int64 { max(0, owed + cost - mostOwed) }

  /// The requests that may be sent at once.
  var free: Int64 { (mostOwed - owed) / cost }

  /// Counts a request.
  mutating func take() { owed += cost }

  /// Lets time pass.
  mutating func pass(nanoseconds: Int64) { owed = max(0, owed - nanoseconds) }
}
