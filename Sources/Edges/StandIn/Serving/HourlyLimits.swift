/// How many calls the store allows in any hour, per endpoint and environment (facts 2.1 and 2.2).
package struct HourlyLimits: Sendable, Equatable {
  /// What an endpoint of fifty a second allows in production; Apple's own is 180000.
  package let requestsPerHour: Int

  package init(requestsPerHour: Int) {
    self.requestsPerHour = requestsPerHour
  }

  /// The calls that one endpoint allows; nil for one without a limit.
  ///
  /// The slow endpoints have a fifth, the sandbox a tenth, and all at least one.
  package func allowance(
    of endpoint: StoreEndpoint, in environment: WorldEnvironment
  ) -> Int? {
    endpoint.share.map {
      max(1, requestsPerHour / $0 / (environment == .sandbox ? 10 : 1))
    }
  }
}

/// Counts the calls of the last hour.
struct HourMeter {
  fileprivate struct Line {
    /// When each call was admitted, the earliest first.
    var moments: [Int64] = []
    /// Those before it are more than an hour old.
    var first = 0
  }

  private struct Counted: Hashable {
    let endpoint: StoreEndpoint
    let environment: WorldEnvironment
  }

  private let limits: HourlyLimits?
  private var lines: [Counted: Line] = [:]

  /// Counts nothing without limits.
  init(_ limits: HourlyLimits?) {
    self.limits = limits
  }

  private static let hour: Int64 = 3_600_000

  /// Admits a call at a moment in UNIX milliseconds, or says when the hour has room again.
  ///
  /// A call that is not admitted does not count.
  mutating func roomAgain(for asked: StoreQuestion, at now: Int64) -> Int64? {
    guard let allowance = limits?.allowance(of: asked.endpoint, in: asked.environment) else {
      return nil
    }
    let counted = Counted(endpoint: asked.endpoint, environment: asked.environment)
    return lines[counted, default: Line()].admit(at: now, allowance, hour: Self.hour)
  }
}

extension HourMeter.Line {
  fileprivate mutating func admit(at now: Int64, _ allowance: Int, hour: Int64) -> Int64? {
    while first < moments.count, moments[first] <= now - hour { first += 1 }
    if first > 4_096, first * 2 > moments.count {
      moments.removeFirst(first)
      first = 0
    }
    guard moments.count - first >= allowance else {
      moments.append(now)
      return nil
    }
    // As many as are too many must grow old.
    return moments[moments.count - allowance] + hour
  }
}
