import Formats
package import OpenSSL

/// A signing chain made like the App Store's, with keys of the test's own: a root and an
/// intermediate on P-384, a leaf on P-256, and Apple's marks on the last two.
package final class SpecimenChain {
  package let root: Certificate
  package let intermediate: Certificate
  package let leaf: Certificate

  private let rootKey: PrivateKey
  private let intermediateKey: PrivateKey
  private let leafKey: PrivateKey

  /// Makes a chain; `change` alters the plan of a good one.
  package init(_ change: (inout SpecimenPlan) -> Void = { _ in }) throws {
    var plan = SpecimenPlan()
    change(&plan)
    let rootKey = try PrivateKey.generate(.p384)
    let intermediateKey = try PrivateKey.generate(.p384)
    let leafKey = try PrivateKey.generate(plan.leafCurve)
    let root = try Certificate.issue(plan.root, subjectKey: rootKey, issuerKey: rootKey)
    let intermediate = try Certificate.issue(
      plan.intermediate, subjectKey: intermediateKey, issuerKey: rootKey, issuerCertificate: root)
    leaf = try Certificate.issue(
      plan.leaf, subjectKey: leafKey, issuerKey: intermediateKey, issuerCertificate: intermediate)
    self.root = root
    self.intermediate = intermediate
    self.rootKey = rootKey
    self.intermediateKey = intermediateKey
    self.leafKey = leafKey
  }

  /// Issues one more certificate for the leaf's key.
  ///
  /// Signed by the leaf itself it is a "chain shift", by the root a chain without a middle.
  package func issueLeaf(by issuer: Issuer, _ template: CertificateTemplate) throws -> Certificate {
    switch issuer {
    case .root:
      try Certificate.issue(
        template, subjectKey: leafKey, issuerKey: rootKey, issuerCertificate: root)
    case .intermediate:
      try Certificate.issue(
        template, subjectKey: leafKey, issuerKey: intermediateKey, issuerCertificate: intermediate)
    case .leaf:
      try Certificate.issue(
        template, subjectKey: leafKey, issuerKey: leafKey, issuerCertificate: leaf)
    }
  }

  /// The leaf's private key, as a server is given it.
  package func leafKeyPEM() throws -> [UInt8] { try leafKey.pem() }

  /// The root's key and name in a new certificate, as when an authority renews its root.
  package func renewedRoot() throws -> Certificate {
    var template = SpecimenPlan().root
    template.serialNumber = 11
    return try Certificate.issue(template, subjectKey: rootKey, issuerKey: rootKey)
  }

  /// Which of the three certificates issues another.
  package enum Issuer {
    case root, intermediate, leaf
  }

  /// The payload signed as the App Store signs: a compact JWS with the chain in its header.
  ///
  /// `certificates` replaces the chain in the header, `header` the whole of it.
  package func token(
    _ payload: String, certificates: [Certificate]? = nil, header: String? = nil
  ) throws -> String {
    let presented = certificates ?? [leaf, intermediate, root]
    let list = presented.map { "\"\(base64($0.der))\"" }
    let header = header ?? "{\"alg\":\"ES256\",\"x5c\":[\(list.joined(separator: ","))]}"
    let signed = "\(base64url(header)).\(base64url(payload))"
    let signature = try leafKey.signES256(Array(signed.utf8))
    return "\(signed).\(Base64.encode(signature.span, .url, padded: false))"
  }
}

/// What the certificates of a specimen chain are to say.
package struct SpecimenPlan {
  package var root = CertificateTemplate(
    subjectCommonName: "Specimen Root", serialNumber: 1, notBefore: newYear(2014),
    notAfter: newYear(2039), isCA: true)
  package var intermediate = CertificateTemplate(
    subjectCommonName: "Specimen Intermediate", serialNumber: 2, notBefore: newYear(2021),
    notAfter: newYear(2036), isCA: true, pathLength: 0, markerOIDs: ["1.2.840.113635.100.6.2.1"])
  package var leaf = CertificateTemplate(
    subjectCommonName: "Specimen Leaf", serialNumber: 3, notBefore: newYear(2025),
    notAfter: newYear(2027), markerOIDs: ["1.2.840.113635.100.6.11.1"])
  package var leafCurve = PrivateKey.Curve.p256

  /// The plan of a good chain.
  package init() {}
}

private func base64(_ bytes: [UInt8]) -> String {
  Base64.encode(bytes.span, .standard, padded: true)
}

/// The base64url form of a text, without padding.
package func base64url(_ text: String) -> String {
  let bytes = Array(text.utf8)
  return Base64.encode(bytes.span, .url, padded: false)
}

/// The first instant of a year from 1970 to 2099, in UNIX milliseconds.
package func newYear(_ year: Int64) -> Int64 {
  let leapDays = (year - 1969) / 4
  return ((year - 1970) * 365 + leapDays) * 86_400_000
}
