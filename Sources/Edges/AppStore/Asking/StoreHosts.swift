import Reconciliation

/// Where the store answers.
struct StoreHosts: Sendable, Equatable {
  /// For the job's environment; without a slash at its end.
  let own: String
  /// Where ids are asked for that production does not know; nil where nobody can be asked.
  let sandbox: String?
  /// Apple's check of receipts, and its sandbox, as whole addresses; nil where the job names none.
  let receipts: String?
  let sandboxReceipts: String?
  /// The company's own endpoint, as a whole address; nil where there is none.
  let feed: String?

  /// Apple's hosts, or those that the job names (facts 1.1).
  ///
  /// Where the job names its own host only, that is no host of Apple's, whose sandbox would know
  /// none of its ids: then no sandbox is asked.
  init(_ settings: StoreSettings, environment: String) throws(SourceFailure) {
    receipts = settings.verifyReceipt?.url
    sandboxReceipts = settings.verifyReceipt?.sandboxURL
    feed = settings.feed?.url
    switch environment {
    case StoreApp.production:
      own = Self.trimmed(settings.baseURL ?? Self.production)
      let usual = settings.baseURL == nil ? Self.sandbox : nil
      sandbox = (settings.sandboxBaseURL ?? usual).map(Self.trimmed)
    case StoreApp.sandbox:
      own = Self.trimmed(settings.baseURL ?? Self.sandbox)
      sandbox = nil
    default:
      throw SourceFailure(
        .misconfigured,
        "the environment `\(environment)` has no store to ask; it must be Production or Sandbox")
    }
  }

  /// The base of a place; the own one where the place is missing.
  func base(of place: StorePlace) -> String {
    switch place {
    case .own: own
    case .sandbox: sandbox ?? own
    case .receipts: receipts ?? own
    case .sandboxReceipts: sandboxReceipts ?? own
    case .feed: feed ?? own
    }
  }

  private static let production = "https://api.storekit.apple.com"
  private static let sandbox = "https://api.storekit-sandbox.apple.com"

  private static func trimmed(_ url: String) -> String {
    var url = url[...]
    while url.hasSuffix("/") { url.removeLast() }
    return String(url)
  }
}
