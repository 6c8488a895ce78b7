import Microhttpd

/// What a call asks for, told by its method and path.
package enum StoreEndpoint: String, Sendable, CaseIterable {
  case notifications, history, lookup, refunds, subscriptions, order, appTransaction
  case verifyReceipt, feed

  private var method: String { self == .notifications || self == .verifyReceipt ? "POST" : "GET" }

  /// The path, or what comes before the id.
  private var path: String {
    switch self {
    case .notifications: "/inApps/v1/notifications/history"
    case .history: "/inApps/v2/history/"
    case .lookup: "/inApps/v1/transactions/"
    case .refunds: "/inApps/v2/refund/lookup/"
    case .subscriptions: "/inApps/v1/subscriptions/"
    case .order: "/inApps/v1/lookup/"
    case .appTransaction: "/inApps/v1/transactions/appTransactions/"
    case .verifyReceipt: "/verifyReceipt"
    case .feed: "/feed"
    }
  }

  /// How many calls of one endpoint stand for one of the slowest, in production (facts 2.2); nil
  /// for what is not Apple's API.
  var share: Int? {
    switch self {
    case .notifications, .history, .lookup, .subscriptions, .appTransaction: 1
    case .refunds, .order: 5
    case .verifyReceipt, .feed: nil
    }
  }
}

/// A call, taken apart.
struct StoreQuestion: Sendable, Equatable {
  let endpoint: StoreEndpoint
  let environment: WorldEnvironment
  /// What the path ends with; empty where an endpoint takes none.
  let id: String

  /// Reads the path; nil for one that the store does not have.
  init?(_ request: IncomingRequest) {
    let environment = Self.environment(of: request)
    let path = request.path.dropFirst(environment.pathPrefix.count)
    for endpoint in StoreEndpoint.allCases where endpoint.isAsked(request.method, path) {
      self.endpoint = endpoint
      self.environment = environment
      id = String(path.dropFirst(endpoint.pathLength))
      // The order look-up knows production only (facts 2.6).
      if endpoint == .order, environment == .sandbox { return nil }
      return
    }
    return nil
  }

  /// Which world a call asks about.
  static func environment(of request: IncomingRequest) -> WorldEnvironment {
    request.path.hasPrefix("/sandbox/") ? .sandbox : .production
  }
}

extension StoreEndpoint {
  fileprivate var pathLength: Int { path.count }

  fileprivate func isAsked(_ method: String, _ asked: Substring) -> Bool {
    // What is not Apple's API answers other methods by itself.
    guard method == self.method || self == .verifyReceipt else { return false }
    guard path.hasSuffix("/") else { return asked == path }
    let id = asked.dropFirst(path.count)
    return asked.hasPrefix(path) && !id.isEmpty && !id.contains("/")
  }
}
