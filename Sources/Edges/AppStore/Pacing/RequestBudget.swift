/// What one app may still ask of one of the store's two worlds: its buckets, and which endpoints the
/// store wants left alone.
///
/// Jobs that state different limits have a bucket each. A request counts in the bucket of its own
/// job and in those of all larger limits, and must fit into each of them: so every job keeps its
/// own limit, all together keep the largest, and a small one never slows a large one down.
struct RequestBudget: Equatable {
  /// The buckets of each rate, by rising limit; those that owe nothing may be missing.
  private(set) var buckets: [RequestRate: [TokenBucket]] = [:]
  /// For how many milliseconds more an endpoint is to be left alone, by its name.
  private(set) var holds: [String: Int64] = [:]

  /// Whether a request may be sent.
  enum Turn: Equatable {
    /// It may, and it is counted.
    case now
    /// Not for so many milliseconds: the hour's requests are spent.
    case spent(Int64)
    /// Not for so many milliseconds: the store wants it so.
    case held(Int64)
  }

  /// Nothing asked yet.
  init() {}

  /// What a file says.
  init(buckets: [RequestRate: [TokenBucket]], holds: [String: Int64]) {
    self.buckets = buckets.mapValues { $0.sorted { $0.limit < $1.limit } }
    self.holds = holds
  }

  /// Whether it says no more than a new one.
  var isIdle: Bool { holds.isEmpty && buckets.values.allSatisfy { $0.allSatisfy { $0.owed == 0 } } }

  /// Takes a request of a job with this limit, if it may be sent; without a limit only the store's
  /// own wish counts.
  mutating func take(_ endpoint: Endpoint, limit: Int?) -> Turn {
    if let hold = holds[endpoint.name] { return .held(hold) }
    guard let limit else { return .now }
    open(limit, endpoint.rate)
    var row = buckets[endpoint.rate] ?? []
    let concerned = row.indices.filter { row[$0].limit >= limit }
    let wait = concerned.map { row[$0].wait }.max() ?? 0
    guard wait == 0 else { return .spent((wait + 999_999) / 1_000_000) }
    for index in concerned { row[index].take() }
    buckets[endpoint.rate] = row
    return .now
  }

  /// The bucket of a limit as it stands.
  func bucket(_ limit: Int, _ rate: RequestRate) -> TokenBucket {
    let row = buckets[rate] ?? []
    if let own = row.first(where: { $0.limit == limit }) { return own }
    // It would have counted what the next smaller one has, and owed no more than that for it.
    return TokenBucket(limit: limit, owed: row.last { $0.limit < limit }?.owed ?? 0)
  }

  /// Leaves an endpoint alone for so many milliseconds.
  mutating func hold(_ endpoint: Endpoint, milliseconds: Int64) {
    guard milliseconds > 0 else { return }
    holds[endpoint.name] = max(milliseconds, holds[endpoint.name] ?? 0)
  }

  /// Lets time pass; what owes nothing any more is forgotten, unless a smaller limit still owes:
  /// its bucket would be made anew from that one.
  mutating func pass(milliseconds: Int64) {
    let most = Int64.max / 1_000_000
    let nanoseconds = min(max(0, milliseconds), most) * 1_000_000
    for (rate, row) in buckets {
      var row = row
      for index in row.indices { row[index].pass(nanoseconds: nanoseconds) }
      buckets[rate] = Array(row.drop { $0.owed == 0 })
    }
    holds = holds.mapValues { $0 - max(0, milliseconds) }.filter { $0.value > 0 }
  }

  private mutating func open(_ limit: Int, _ rate: RequestRate) {
    var row = buckets[rate] ?? []
    guard !row.contains(where: { $0.limit == limit }) else { return }
    row.insert(bucket(limit, rate), at: row.firstIndex { $0.limit > limit } ?? row.endIndex)
    buckets[rate] = row
  }
}
