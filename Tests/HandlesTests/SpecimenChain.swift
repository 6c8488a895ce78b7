import OpenSSL

/// Three certificates as a store presents them: a leaf, its intermediate and the root.
struct SpecimenChain: ~Copyable {
  let leafKey: PrivateKey
  let leaf: Certificate
  let intermediate: Certificate
  let root: Certificate

  /// The root is valid from 2020 to 2040, the intermediate to 2035, the leaf from 2025 to 2027.
  init(
    leafCurve: PrivateKey.Curve = .p256, intermediateIsCA: Bool = true, rootPathLength: Int? = nil
  ) throws {
    let rootKey = try PrivateKey.generate(.p384)
    let intermediateKey = try PrivateKey.generate(.p256)
    let leafKey = try PrivateKey.generate(leafCurve)
    let root = try Certificate.issue(
      CertificateTemplate(
        subjectCommonName: "Specimen Root", serialNumber: 1, notBefore: newYear(2020),
        notAfter: newYear(2040), isCA: true, pathLength: rootPathLength),
      subjectKey: rootKey, issuerKey: rootKey)
    let intermediate = try Certificate.issue(
      CertificateTemplate(
        subjectCommonName: "Specimen Intermediate", serialNumber: 2, notBefore: newYear(2020),
        notAfter: newYear(2035), isCA: intermediateIsCA, pathLength: 0,
        markerOIDs: ["1.2.840.113635.100.6.2.1"]),
      subjectKey: intermediateKey, issuerKey: rootKey, issuerCertificate: root)
    let leaf = try Certificate.issue(
      CertificateTemplate(
        subjectCommonName: "Specimen Leaf", serialNumber: 3, notBefore: newYear(2025),
        notAfter: newYear(2027), markerOIDs: ["1.2.840.113635.100.6.11.1"]),
      subjectKey: leafKey, issuerKey: intermediateKey, issuerCertificate: intermediate)
    self.root = root
    self.intermediate = intermediate
    self.leaf = leaf
    self.leafKey = leafKey
  }

  func verified(at instant: Int64) throws(OpenSSLFailure) -> [Certificate] {
    try ChainCheck.verify(
      leaf: leaf, intermediates: [intermediate], anchors: [root], atMilliseconds: instant)
  }
}

/// The first instant of a year, in UNIX milliseconds.
func newYear(_ year: Int64) -> Int64 {
  let leapDays = (year - 1969) / 4 - (year > 2100 ? 1 : 0)
  return ((year - 1970) * 365 + leapDays) * 86_400_000
}
