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
  /// The endpoints of which it was said that the store wants them left alone.
  private var told: Set<String> = []

  /// A line about waiting is said at most so often.
  private static let silence: Int64 = 3_600_000
  private static let longestHold: Int64 = 86_400_000

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
    case .held(let left):
      sayThatItIsHeld(call.endpoint, left)
      return .later(.init(until: host.steady() + left, reason: .held))
    case .spent(let left):
      sayThatItWaits(limit ?? 0, left)
      return .later(.init(until: host.steady() + left, reason: .spent(limit: limit ?? 0)))
    }
  }

  /// Leaves everything like a call alone until a moment of the steady clock, in all processes.
  ///
  /// Limits are kept by the hour, so a moment far away is a slip, and must not last for ever.
  func hold(_ call: StoreCall, until moment: Int64) throws(SourceFailure) {
    guard let counter = counters[call.place] else { return }
    let left = min(moment - host.steady(), Self.longestHold)
    told.insert(call.endpoint.name)
    try counter.budget.use(counter.account) { $0.hold(call.endpoint, milliseconds: left) }
  }

  /// The budget of the job's own environment as it stands, and the job's limit there.
  func standing() throws(SourceFailure) -> (budget: RequestBudget, limit: Int) {
    guard let own = counters[.own], let limit = own.limit else { return (RequestBudget(), 1) }
    return (try own.budget.standing(own.account), limit)
  }

  private func sayThatItIsHeld(_ endpoint: Endpoint, _ left: Int64) {
    guard told.insert(endpoint.name).inserted else { return }
    let moment = Instant(milliseconds: host.now() + left)
    host.log(
      "\(endpoint.name): the store has told another run to leave it alone until \(moment.text); "
        + "everything else goes on")
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
