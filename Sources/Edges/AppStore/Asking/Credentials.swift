import Reconciliation

/// Who the pull says it is, at each of the servers that it speaks to.
///
/// It has no description, and no failure quotes what it holds.
final class Credentials {
  /// For Apple's API; nil where the job names no key.
  private let key: BearerToken?
  /// For the company's own endpoint.
  private let feedToken: String?
  /// What else must not be shown.
  private let sharedSecret: String?

  /// Reads the key and the token that the settings name; fails as `misconfigured` and names what is
  /// missing.
  ///
  /// A key may be missing where something else than Apple's API is asked.
  init(_ settings: StoreSettings, bundleID: String, host: PullHost) throws(SourceFailure) {
    let needsKey = settings.asksAPI
    sharedSecret = settings.verifyReceipt?.sharedSecretVariable.flatMap(host.variable)
    key = needsKey ? try BearerToken(settings, bundleID: bundleID, host: host) : nil
    guard let variable = settings.feed?.tokenVariable else {
      feedToken = nil
      return
    }
    guard let token = host.variable(variable), !token.isEmpty else {
      throw SourceFailure(
        .misconfigured,
        "the environment variable \(variable), which store.feed.tokenEnv names, is not set")
    }
    // A line's end in it would begin a header of its own.
    guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw SourceFailure(
        .misconfigured,
        "the environment variable \(variable), which store.feed.tokenEnv names, holds a blank, a "
          + "line's end or another character that no token has")
    }
    feedToken = token
  }

  /// The value of the header `Authorization`; nil where none is sent.
  func authorization(at place: StorePlace) throws(SourceFailure) -> String? {
    switch place {
    case .own, .sandbox: try key.map { (key) throws(SourceFailure) in "Bearer \(try key.text())" }
    case .feed: feedToken.map { "Bearer \($0)" }
    case .receipts, .sandboxReceipts: nil
    }
  }

  /// Makes the next request to Apple's API carry a new token.
  func forget() { key?.forget() }

  /// A text of a server's without the secrets that were sent to it: some servers send back what they
  /// refuse.
  func withoutSecrets(_ text: String) -> String {
    [feedToken, key?.shown, sharedSecret].compactMap(\.self).filter { !$0.isEmpty }
      .reduce(text) { $0.replacing($1, with: "…") }
  }

  /// What it means that a server refuses them.
  func refusal(at place: StorePlace, base: String) -> SourceFailure {
    let words =
      place == .feed
      ? "the feed refuses the token (HTTP 401): check the variable that store.feed.tokenEnv names"
      : "\(base) refuses the key (HTTP 401): check store.issuerId, store.keyId, the private key, "
        + "app.bundleId and this machine's clock"
    return SourceFailure(.refusedCredentials, words)
  }
}
