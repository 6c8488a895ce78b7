import Formats
package import Records

/// What a caller must know of a stand-in store, as `store.json` tells it.
package struct StoreIdentity: Sendable, Equatable {
  package let bundleID: String
  package let appAppleID: Int64
  package let issuerID: String
  /// Ten letters and digits, also part of the key file's name.
  package let keyID: String
  /// The 32 digits that verifyReceipt asks for.
  package let sharedSecret: String
  /// The bearer token of the company's own feed.
  package let feedToken: String
  /// The moment at which the world stands unless another one is asked for.
  package var clock: Instant
  package let seed: UInt64

  /// Makes the names up, the same ones for the same seed.
  init(bundleID: String, clock: Instant, seed: UInt64) {
    var random = SeededRandom(seed: seed, stream: -1)
    self.bundleID = bundleID
    self.clock = clock
    self.seed = seed
    appAppleID = random.number(in: 1_000_000_000...1_999_999_999)
    issuerID = random.uuid()
    let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    keyID = String((0..<10).map { _ in letters[Int(random.number(in: 0...31))] })
    sharedSecret = random.uuid().filter { $0 != "-" }
    feedToken = random.uuid().filter { $0 != "-" }
  }

  /// The private key's file name.
  package var keyFileName: String { "AuthKey_\(keyID).p8" }

  /// The content of `store.json`; its paths are relative to the folder.
  var text: String {
    var object = PayloadText()
    object.add("bundleId", bundleID)
    object.add("appAppleId", appAppleID)
    object.add("issuerId", issuerID)
    object.add("keyId", keyID)
    object.add("privateKeyFile", keyFileName)
    object.add("root", "root.pem")
    object.add("sharedSecret", sharedSecret)
    object.add("feedToken", feedToken)
    object.add("clock", clock.text)
    object.add("seed", String(seed))
    return object.text + "\n"
  }

  /// Reads what `text` wrote; nil for anything else.
  init?(reading bytes: [UInt8]) {
    var scanner = JSONScanner(bytes)
    guard let object = try? scanner.document().object,
      let bundleID = object["bundleId"]?.string,
      let appAppleID = object["appAppleId"]?.number.flatMap({ Int64($0) }),
      let issuerID = object["issuerId"]?.string, let keyID = object["keyId"]?.string,
      let sharedSecret = object["sharedSecret"]?.string,
      let feedToken = object["feedToken"]?.string,
      let seed = object["seed"]?.string.flatMap({ UInt64($0) }),
      let clockText = object["clock"]?.string,
      let milliseconds = try? TimeText.instant(clockText)
    else { return nil }
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.issuerID = issuerID
    self.keyID = keyID
    self.sharedSecret = sharedSecret
    self.feedToken = feedToken
    self.seed = seed
    clock = Instant(milliseconds: milliseconds)
  }
}
