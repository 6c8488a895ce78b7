import OpenSSL
import Records

/// The chain that signs the store's app receipts: RSA, as Apple's, under a root of its own, with
/// both marker extensions (facts 6.8).
struct ReceiptKeys: ~Copyable {
  let root: Certificate
  let intermediate: Certificate
  let leaf: Certificate
  let leafKey: PrivateKey

  /// Makes new keys whose certificates are valid around the clock.
  ///
  /// They are half as long as Apple's: nobody's money hangs on them, and a folder for a test is to
  /// be made in no time.
  static func make(around clock: Instant) throws(OpenSSLFailure) -> ReceiptKeys {
    let rootKey = try PrivateKey.generateRSA(bits: keyBits)
    let root = try Certificate.issue(
      template("Stand-in Receipt Root CA", 11, clock, days: 3_650, isCA: true),
      subjectKey: rootKey, issuerKey: rootKey)
    let intermediateKey = try PrivateKey.generateRSA(bits: keyBits)
    var middle = template(
      "Stand-in Receipt Certification Authority", 12, clock, days: 1_825, isCA: true)
    middle.pathLength = 0
    middle.markerOIDs = ["1.2.840.113635.100.6.2.1"]
    let intermediate = try Certificate.issue(
      middle, subjectKey: intermediateKey, issuerKey: rootKey, issuerCertificate: root)
    let leafKey = try PrivateKey.generateRSA(bits: keyBits)
    var last = template("Stand-in App Receipt Signing", 13, clock, days: 400, isCA: false)
    last.markerOIDs = ["1.2.840.113635.100.6.11.1"]
    let leaf = try Certificate.issue(
      last, subjectKey: leafKey, issuerKey: intermediateKey, issuerCertificate: intermediate)
    return ReceiptKeys(root: root, intermediate: intermediate, leaf: leaf, leafKey: leafKey)
  }

  private static let keyBits = 1024

  private static func template(
    _ name: String, _ number: Int64, _ clock: Instant, days: Int64, isCA: Bool
  ) -> CertificateTemplate {
    CertificateTemplate(
      subjectCommonName: name, serialNumber: number,
      notBefore: clock.adding(milliseconds: -days * Milliseconds.day).milliseconds,
      notAfter: clock.adding(milliseconds: days * Milliseconds.day).milliseconds, isCA: isCA)
  }
}

/// Signs app receipts as the store does, and knows its own again.
struct ReceiptSigner: ~Copyable {
  private let key: PrivateKey
  /// Leaf, intermediate, root.
  private let chain: [Certificate]

  init(key: consuming PrivateKey, chain: [Certificate]) {
    self.key = key
    self.chain = chain
  }

  /// The content as a receipt in Base64.
  func base64(_ content: [UInt8]) throws(OpenSSLFailure) -> String {
    let maker = try SignedDataMaker(content: content, certificates: chain)
    try maker.addSigner(chain[0], key: key)
    let bytes = try maker.finish()
    return ReceiptText.base64(bytes)
  }

  /// The content of a receipt of this store's; nil where somebody else signed it.
  func content(of bytes: [UInt8]) -> [UInt8]? {
    guard let message = try? SignedData(bytes), message.isSigned(by: chain[0]) else { return nil }
    return message.content
  }
}
