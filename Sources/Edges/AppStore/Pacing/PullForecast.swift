package import Formats
package import Reconciliation

/// What a pull is going to ask, what of the hour that takes, and how long.
package struct PullForecast: Sendable, Equatable {
  /// How often one of the store's lists is going to be asked.
  package struct Count: Sendable, Equatable {
    /// The list as reports name it, such as `history`.
    package let endpoint: String
    /// Which of the hour's two limits it counts against.
    package let rate: RequestRate
    package let calls: Int

    package init(endpoint: String, rate: RequestRate = .usual, calls: Int) {
      self.endpoint = endpoint
      self.rate = rate
      self.calls = calls
    }
  }

  /// The lists that are going to be asked, in that order.
  package let counts: [Count]
  /// The limit of each rate, in requests an hour.
  private let limits: [RequestRate: Int]
  private let standing: BudgetStanding

  /// A forecast of these calls, for a job with this limit of the usual endpoints, over a budget
  /// that stands so.
  package init(_ counts: [Count], requestsPerHour: Int, standing: BudgetStanding) {
    self.counts = counts.filter { $0.calls > 0 }
    limits = Dictionary(
      uniqueKeysWithValues: RequestRate.allCases.map { ($0, $0.limit(of: requestsPerHour)) })
    self.standing = standing
  }

  /// All calls together.
  package var total: Int { counts.reduce(0) { $0 + $1.calls } }

  /// How long the calls take at the even pace, one rate after the other, in whole seconds.
  ///
  /// What other runs have taken before is waited for. A budget that nobody has touched lets the
  /// first calls go at once, so the truth is often a little less.
  package var seconds: Int64 {
    let nanoseconds = RequestRate.allCases.reduce(Int64(0)) { sum, rate in
      let calls = Int64(self.calls(of: rate))
      guard calls > 0, let limit = limits[rate] else { return sum }
      return sum + calls * TokenBucket(limit: limit).cost + (standing.owed[rate] ?? 0)
    }
    return (nanoseconds + 999_999_999) / 1_000_000_000
  }

  /// The forecast for a person: the calls first, then what stands in the way now.
  package var lines: [String] {
    guard total > 0 else { return ["no calls"] }
    let lists = counts.map { "\(Self.words[$0.endpoint] ?? $0.endpoint) \($0.calls)" }
    let parts =
      ["\(total) call\(total == 1 ? "" : "s"): \(lists.joined(separator: ", "))"] + shares
      + ["about \(Self.duration(seconds))"]
    return [parts.joined(separator: "; ")] + obstacles
  }

  /// The same for a program, as one object.
  package func write(into writer: inout JSONWriter) {
    writer.object { plan in
      plan.member("calls", total)
      plan.key("endpoints")
      plan.object { lists in
        for count in counts { lists.member(count.endpoint, count.calls) }
      }
      plan.key("limits")
      plan.array { rows in
        for rate in RequestRate.allCases where calls(of: rate) > 0 {
          rows.object { row in
            row.member("rate", rate.rawValue)
            row.member("requestsPerHour", limits[rate] ?? 0)
            row.member("calls", calls(of: rate))
          }
        }
      }
      plan.member("seconds", seconds)
    }
  }

  // MARK: - Words

  private static let words = ["lookup": "look-ups"]

  private func calls(of rate: RequestRate) -> Int {
    counts.reduce(0) { $0 + ($1.rate == rate ? $1.calls : 0) }
  }

  private var shares: [String] {
    RequestRate.allCases.compactMap { rate in
      let calls = calls(of: rate)
      guard calls > 0, let limit = limits[rate] else { return nil }
      let share = "\(Self.percent(calls, of: limit)) of the hour's \(limit)"
      guard rate == .rare else { return share }
      let names = counts.filter { $0.rate == .rare }.map { Self.words[$0.endpoint] ?? $0.endpoint }
      return "\(share) for \(names.joined(separator: ", "))"
    }
  }

  private var obstacles: [String] {
    let spent = RequestRate.allCases.compactMap { rate -> String? in
      guard calls(of: rate) > 0, let wait = standing.wait[rate], wait > 0 else { return nil }
      return "other runs have spent the hour's \(limits[rate] ?? 0): the first call in "
        + Self.duration((wait + 999_999_999) / 1_000_000_000)
    }
    let held = counts.compactMap { count -> String? in
      guard let left = standing.held[count.endpoint] else { return nil }
      return "\(Self.words[count.endpoint] ?? count.endpoint): the store asks to be left alone for "
        + "\(Self.duration((left + 999) / 1_000)) more"
    }
    return spent + held
  }

  /// One place behind the point, rounded; a share that is there is never shown as none.
  private static func percent(_ part: Int, of whole: Int) -> String {
    let permille = (part * 1_000 + whole / 2) / whole
    guard permille > 0 else { return "under 0.1 %" }
    return "\(permille / 10).\(permille % 10) %"
  }

  private static func duration(_ seconds: Int64) -> String {
    let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(rest) s" : "\(max(1, rest)) s"
  }
}

/// What of a budget is taken now.
package struct BudgetStanding: Sendable, Equatable {
  /// For how long the even pace has been used up beforehand, in nanoseconds.
  var owed: [RequestRate: Int64] = [:]
  /// How long the next request has to wait, in nanoseconds.
  var wait: [RequestRate: Int64] = [:]
  /// For how long an endpoint is to be left alone, in milliseconds, by its name.
  var held: [String: Int64] = [:]

  /// A budget that nobody has touched.
  package init() {}

  /// A budget as a job with this limit finds it.
  init(_ budget: RequestBudget, requestsPerHour: Int) {
    for rate in RequestRate.allCases {
      let bucket = budget.bucket(rate.limit(of: requestsPerHour), rate)
      owed[rate] = bucket.owed
      wait[rate] = bucket.wait
    }
    held = budget.holds
  }
}

extension RequestPacer {
  /// The forecast of these calls to the job's own environment, by the budget as it stands.
  func forecast(_ counts: [PullForecast.Count]) throws(SourceFailure) -> PullForecast {
    let (budget, limit) = try standing()
    return PullForecast(
      counts, requestsPerHour: limit,
      standing: BudgetStanding(budget, requestsPerHour: limit))
  }
}

extension StorePull {
  /// What these calls come to by the budget as it stands; nothing is asked and nothing counted.
  package func forecast(_ counts: [PullForecast.Count]) throws(SourceFailure) -> PullForecast {
    try desk.client.pacer.forecast(counts)
  }

  /// How many pages of notifications the next sweep is going to have: a call for each window, or as
  /// many as the last sweep had; `firstDays` is what a first one reads.
  package func notificationPages(firstDays: Int) throws(SourceFailure) -> Int {
    let plan = try SweepPlan(desk, firstDays: firstDays)
    guard let sweep = plan.sweep else { return 0 }
    return max(sweep.count, plan.lastPages)
  }
}
