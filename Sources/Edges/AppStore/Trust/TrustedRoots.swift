package import OpenSSL
import Records

/// The roots that a chain may end at.
///
/// Apple's own are pinned by their fingerprints and not shipped: what is signed brings its root
/// along, and that is the real one exactly when it hashes to the pin. Tokens and app receipts have
/// a root each, and neither vouches for the other.
package struct TrustedRoots {
  /// Apple Root CA - G3 (facts 5.2).
  package static let appleFingerprint =
    "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"

  /// Apple Inc.'s Root CA, which app receipts lead to (facts 5.2).
  package static let appleReceiptFingerprint =
    "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024"

  /// What a chain signs.
  enum Use {
    case tokens, receipts

    fileprivate var fingerprint: String {
      switch self {
      case .tokens: appleFingerprint
      case .receipts: appleReceiptFingerprint
      }
    }
  }

  private let extra: [Certificate]

  /// Apple's roots, and these besides.
  package init(extra: [Certificate] = []) {
    self.extra = extra
  }

  /// The anchor for a chain that presents this root.
  ///
  /// A configured root is known by its own bytes, or by having signed the presented one: an
  /// authority that renews its root keeps the name and the key.
  func anchor(for presented: Certificate, of use: Use) throws(Refusal) -> Certificate {
    if hexadecimal(presented.sha256Fingerprint) == use.fingerprint {
      return presented
    }
    if let same = extra.first(where: { $0 == presented }) { return same }
    if presented.isSigned(by: presented),
      let renewed = extra.first(where: { presented.isSigned(by: $0) })
    {
      return renewed
    }
    let name = presented.subjectCommonName.map { " (it calls itself \($0.debugDescription))" } ?? ""
    throw Refusal(.unknownRoot, "its root certificate is not Apple's, nor one of the job's\(name)")
  }
}
