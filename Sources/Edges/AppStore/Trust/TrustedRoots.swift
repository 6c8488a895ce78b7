package import OpenSSL
import Records

/// The roots that a chain may end at.
///
/// Apple's own is pinned by its fingerprint and not shipped: a token brings it along, and it is the
/// real one exactly when it hashes to the pin.
package struct TrustedRoots {
  /// Apple Root CA - G3 (facts 5.2).
  package static let appleFingerprint =
    "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"

  private let extra: [Certificate]

  /// Apple's root, and these besides.
  package init(extra: [Certificate] = []) {
    self.extra = extra
  }

  /// The anchor for a chain that presents this root.
  ///
  /// A configured root is known by its own bytes, or by having signed the presented one: an
  /// authority that renews its root keeps the name and the key.
  func anchor(for presented: Certificate) throws(Refusal) -> Certificate {
    if hexadecimal(presented.sha256Fingerprint) == Self.appleFingerprint {
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
