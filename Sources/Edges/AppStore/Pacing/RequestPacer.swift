import Reconciliation
import Records

/// Whose turn it is, at each of the servers that a pull speaks to.
final class RequestPacer {
  /// Apple's own limit of the endpoints that allow fifty a second (facts 2.1).
  static let appleRequestsPerHour = 180_000
  /// What of a limit holds in the sandbox.
  static let sandboxShare = 10

  /// What counts at one server.
  private struct Counter {
    let budget: SharedBudget
    let account: BudgetBook.Account
    /// The requests an hour of the usual endpoints; nil where nobody counts.
    let limit: Int?
  }

  private let counters: [StorePlace: Counter]
  private let host: PullHost
  private var lastLine: Int64?

  /// A line about waiting is said at most so often.
  private static let silence: Int64 = 3_600_000

  /// The counters of a job: those of Apple's API in the budget files, all others within this
  /// process.
  init(_ settings: StoreSettings, app: StoreApp, host: PullHost) {
    self.host = host
    let hourly = settings.requestsPerHour ?? Self.appleRequestsPerHour
    let shared = SharedBudget(path: settings.budgetPath, host: host)
    let sandboxPath = settings.sandboxBudgetPath ?? settings.budgetPath
    let isOneFile = sandboxPath == settings.budgetPath
    let sandbox = Counter(
      budget: app.isSandbox || isOneFile ? shared : SharedBudget(path: sandboxPath, host: host),
      account: BudgetBook.Account(bundleID: app.bundleID, environment: StoreApp.sandbox),
      limit: max(1, hourly / Self.sandboxShare))
    let own = Counter(
      budget: shared,
      account: BudgetBook.Account(bundleID: app.bundleID, environment: app.environment),
      limit: hourly)
    func inProcess(_ name: String, limit: Int?) -> Counter {
      Counter(
        budget: SharedBudget(path: nil, host: host),
        account: BudgetBook.Account(bundleID: app.bundleID, environment: name), limit: limit)
    }
    counters = [
      .own: app.isSandbox ? sandbox : own, .sandbox: sandbox,
      .receipts: inProcess("receipts", limit: hourly),
      .sandboxReceipts: inProcess("sandbox receipts", limit: hourly),
      .feed: inProcess("feed", limit: nil),
    ]
  }

  /// Takes a request like this one if it may be sent; else when it is worth asking again, on the
  /// steady clock.
  func turn(for call: StoreCall) throws(SourceFailure) -> RequestQueue.Turn {
    guard let counter = counters[call.place] else { return .now }
    let limit = counter.limit.map { call.endpoint.rate.limit(of: $0) }
    let turn = try counter.budget.use(counter.account) { $0.take(call.endpoint, limit: limit) }
    switch turn {
    case .now: return .now
    case .held(let left): return .later(.init(until: host.steady() + left, reason: .held))
    case .spent(let left):
      sayThatItWaits(limit ?? 0, left)
      return .later(.init(until: host.steady() + left, reason: .spent(limit: limit ?? 0)))
    }
  }

  /// Leaves everything like a call alone until a moment of the steady clock, in all processes.
  ///
  /// Limits are kept by the hour; who asks for more than two is asked again after two, by others.
  func hold(_ call: StoreCall, until moment: Int64) throws(SourceFailure) {
    guard let counter = counters[call.place] else { return }
    let left = min(moment - host.steady(), RetryPolicy.waitLimitMilliseconds)
    try counter.budget.use(counter.account) { $0.hold(call.endpoint, milliseconds: left) }
  }

  /// What the own budget holds now.
  func standing() throws(SourceFailure) -> RequestBudget {
    guard let own = counters[.own] else { return RequestBudget() }
    return try own.budget.standing(own.account)
  }

  private func sayThatItWaits(_ limit: Int, _ left: Int64) {
    let now = host.steady()
    guard lastLine.map({ now - $0 >= Self.silence }) ?? true else { return }
    lastLine = now
    let moment = Instant(milliseconds: host.now() + left)
    host.log(
      "the pull waits for the hour's budget of \(limit) requests: the next may be sent at "
        + "\(moment.text), and from then on as many as the budget allows")
  }
}

extension RequestRate {
  /// Its limit, where the usual endpoints have that one.
  func limit(of usual: Int) -> Int {
    switch self {
    case .usual: usual
    case .rare: max(1, usual / 5)
    }
  }
}
