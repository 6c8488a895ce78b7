import Formats
import OpenSSL
import Reconciliation

/// The token that every request carries (facts 1.3), kept and renewed before it ends.
///
/// It has no description, and no failure quotes a key or a token.
final class BearerToken {
  private let source: Source
  private let claims: Claims
  private let now: () -> Int64
  private var current: (text: String, endSeconds: Int64)?

  /// Who is asking, for which app.
  struct Claims {
    let issuerID: String
    let keyID: String
    let bundleID: String
  }

  private enum Source {
    case key(SigningKey)
    case command(String)
  }

  /// How long a token of ours is good for: two thirds less than Apple allows.
  private static let lifeSeconds: Int64 = 1_200
  /// How far in the past it is dated, for clocks that differ.
  private static let backdatedSeconds: Int64 = 30
  /// How long before its end it is renewed.
  private static let marginSeconds: Int64 = 120
  /// How long a command's token is kept where it does not say when it ends.
  private static let unknownLifeSeconds: Int64 = 300

  /// Reads the key that the settings name; fails as `misconfigured` and names what is missing.
  init(_ settings: StoreSettings, bundleID: String, host: PullHost) throws(SourceFailure) {
    now = host.now
    guard let key = settings.key else {
      throw SourceFailure(
        .misconfigured,
        "the job names no key for the store: set store.privateKeyFile, store.privateKeyEnv or "
          + "store.tokenCommand")
    }
    if case .tokenCommand(let command) = key {
      source = .command(command)
      claims = Claims(issuerID: "", keyID: "", bundleID: bundleID)
      return
    }
    guard let issuerID = settings.issuerID, let keyID = settings.keyID else {
      let name = settings.issuerID == nil ? "store.issuerId" : "store.keyId"
      throw SourceFailure(
        .misconfigured,
        "\(name) is missing: App Store Connect shows it beside the In-App Purchase key")
    }
    source = .key(try SigningKey(key, variable: host.variable))
    claims = Claims(issuerID: issuerID, keyID: keyID, bundleID: bundleID)
  }

  /// A token that is good for two minutes at least.
  func text() throws(SourceFailure) -> String {
    let seconds = now() / 1_000
    if let current, seconds < current.endSeconds - Self.marginSeconds { return current.text }
    let fresh =
      switch source {
      case .key(let key): try signed(with: key, at: seconds)
      case .command(let command): try TokenCommand.run(command)
      }
    // A command whose tokens end at once is not run for every request.
    let end = Self.end(of: fresh) ?? seconds + Self.unknownLifeSeconds
    current = (fresh, max(end, seconds + Self.marginSeconds + Self.backdatedSeconds))
    return fresh
  }

  /// The token that the last request carried; nil before the first.
  var shown: String? { current?.text }

  /// Makes the next request carry a new token.
  func forget() { current = nil }

  private func signed(
    with key: SigningKey, at seconds: Int64
  ) throws(SourceFailure) -> String {
    var header = JSONWriter()
    header.object { writer in
      writer.member("alg", "ES256")
      writer.member("kid", claims.keyID)
      writer.member("typ", "JWT")
    }
    let issued = seconds - Self.backdatedSeconds
    var payload = JSONWriter()
    payload.object { writer in
      writer.member("iss", claims.issuerID)
      writer.member("iat", issued)
      writer.member("exp", issued + Self.lifeSeconds)
      writer.member("aud", "appstoreconnect-v1")
      writer.member("bid", claims.bundleID)
    }
    let message = "\(Self.base64url(header.bytes)).\(Self.base64url(payload.bytes))"
    return "\(message).\(Self.base64url(try key.sign(Array(message.utf8))))"
  }

  private static func base64url(_ bytes: [UInt8]) -> String {
    Base64.encode(bytes.span, .url, padded: false)
  }

  /// When a token says that it ends, in UNIX seconds.
  private static func end(of token: String) -> Int64? {
    let parts = token.utf8.split(separator: UInt8(ascii: "."))
    guard parts.count == 3,
      let json = try? Base64.decode(Array(parts[1]).span, .url, padding: .forbidden)
    else { return nil }
    var scanner = JSONScanner(json)
    return try? scanner.document().object?["exp"]?.number.flatMap { Int64($0) }
  }
}
