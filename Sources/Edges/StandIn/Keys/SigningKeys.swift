import OpenSSL
import Records

/// The store's chain of three certificates, and the key with which an app's server calls.
///
/// The chain has what a verifier of Apple's looks for: an authority's flag and path length, both
/// marker extensions, P-384 above and P-256 below (facts 5.2).
struct SigningKeys: ~Copyable {
  let root: Certificate
  let intermediate: Certificate
  let leaf: Certificate
  let leafKey: PrivateKey
  /// The caller's key, as the `.p8` file holds it.
  let callerKey: PrivateKey
  /// Holds the caller's public key; nobody's chain leads to it.
  let callerCertificate: Certificate

  /// Makes new keys whose certificates are valid around the clock.
  static func make(around clock: Instant) throws(OpenSSLFailure) -> SigningKeys {
    let rootKey = try PrivateKey.generate(.p384)
    let root = try Certificate.issue(
      authority("Stand-in Root CA - G3", 1, clock, years: 10, pathLength: nil, markers: []),
      subjectKey: rootKey, issuerKey: rootKey)
    let intermediateKey = try PrivateKey.generate(.p384)
    let intermediate = try Certificate.issue(
      authority(
        "Stand-in Developer Relations Certification Authority", 2, clock, years: 5, pathLength: 0,
        markers: ["1.2.840.113635.100.6.2.1"]),
      subjectKey: intermediateKey, issuerKey: rootKey, issuerCertificate: root)
    let leafKey = try PrivateKey.generate(.p256)
    let leaf = try Certificate.issue(
      CertificateTemplate(
        subjectCommonName: "Stand-in Receipt Signing", serialNumber: 3,
        notBefore: clock.adding(milliseconds: -400 * Milliseconds.day).milliseconds,
        notAfter: clock.adding(milliseconds: 400 * Milliseconds.day).milliseconds,
        markerOIDs: ["1.2.840.113635.100.6.11.1"]),
      subjectKey: leafKey, issuerKey: intermediateKey, issuerCertificate: intermediate)
    let callerKey = try PrivateKey.generate(.p256)
    let caller = try Certificate.issue(
      authority("Stand-in caller", 4, clock, years: 5, pathLength: 0, markers: []),
      subjectKey: callerKey, issuerKey: callerKey)
    return SigningKeys(
      root: root, intermediate: intermediate, leaf: leaf, leafKey: leafKey, callerKey: callerKey,
      callerCertificate: caller)
  }

  private static func authority(
    _ name: String, _ number: Int64, _ clock: Instant, years: Int64, pathLength: Int?,
    markers: [String]
  ) -> CertificateTemplate {
    let span = years * 365 * Milliseconds.day
    return CertificateTemplate(
      subjectCommonName: name, serialNumber: number,
      notBefore: clock.adding(milliseconds: -span).milliseconds,
      notAfter: clock.adding(milliseconds: span).milliseconds, isCA: true, pathLength: pathLength,
      markerOIDs: markers)
  }
}
