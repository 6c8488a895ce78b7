/// Spreads requests so that no rolling hour holds more than are allowed.
///
/// A fiftieth of the hour's requests may come at once, the rest come evenly; the two together are
/// the limit, so whatever hour one looks at, it is kept.
struct RequestPace {
  private let intervalMicroseconds: Int64
  private let burst: Int64
  /// When the next request would be due if all came evenly.
  private var dueMicroseconds = Int64.min

  /// Apple's own limit of the endpoints that allow fifty a second (facts 2.1).
  static let appleRequestsPerHour = 180_000
  /// What of a limit holds in the sandbox.
  static let sandboxShare = 10

  /// At most so many requests in any hour.
  init(requestsPerHour: Int) {
    let limit = Int64(max(1, requestsPerHour))
    burst = max(1, limit / 50)
    let even = max(1, limit - burst)
    intervalMicroseconds = (3_600_000_000 + even - 1) / even
  }

  /// When the next request may be sent, in the clock's milliseconds; not later than now if at once.
  func nextStart(now: Int64) -> Int64 {
    let earliest = due(now) - (burst - 1) * intervalMicroseconds
    return (earliest + 999) / 1_000
  }

  /// Counts a request that is sent now.
  mutating func take(now: Int64) {
    dueMicroseconds = max(due(now), now * 1_000) + intervalMicroseconds
  }

  /// A clock that was set back must not stop everything, so no more than a burst is ever owed.
  private func due(_ now: Int64) -> Int64 {
    max(min(dueMicroseconds, now * 1_000 + burst * intervalMicroseconds), now * 1_000)
  }
}
