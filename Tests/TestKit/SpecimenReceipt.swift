import Formats
package import OpenSSL

/// A chain that signs app receipts, made like Apple's with keys of the test's own: RSA, and Apple's
/// marks on the last two.
///
/// The keys are shorter than real ones, since nobody's money hangs on them and making them takes
/// time.
package final class ReceiptChain {
  package let root: Certificate
  package let intermediate: Certificate
  package let leaf: Certificate

  private let rootKey: PrivateKey
  private let intermediateKey: PrivateKey
  package let leafKey: PrivateKey

  /// Makes a chain; `change` alters the plan of a good one.
  package init(_ change: (inout SpecimenPlan) -> Void = { _ in }) throws {
    var plan = SpecimenPlan()
    change(&plan)
    let rootKey = try PrivateKey.generateRSA(bits: 1024)
    let intermediateKey = try PrivateKey.generateRSA(bits: 1024)
    let leafKey = try PrivateKey.generateRSA(bits: 1024)
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

  /// One more certificate for the leaf's key, issued by the leaf: a "chain shift".
  package func issueBelowLeaf(_ template: CertificateTemplate) throws -> Certificate {
    try Certificate.issue(
      template, subjectKey: leafKey, issuerKey: leafKey, issuerCertificate: leaf)
  }

  /// The content as a receipt, signed as the App Store signs.
  ///
  /// `certificates` replaces those in it, `signer` the certificate that is named as the signer's.
  package func receipt(
    _ content: [UInt8], certificates: [Certificate]? = nil, signer: Certificate? = nil,
    hash: SignedDataMaker.Hash = .sha256, isDetached: Bool = false
  ) throws -> [UInt8] {
    let maker = try SignedDataMaker(
      content: content, certificates: certificates ?? [leaf, intermediate, root],
      isDetached: isDetached)
    try maker.addSigner(signer ?? leaf, key: leafKey, hash: hash)
    return try maker.finish()
  }
}

/// What an app receipt is to say.
package struct ReceiptPlan {
  package var type: String? = "Production"
  package var bundleID: String? = "com.example.game"
  package var createdAt: String? = "2026-03-01T12:00:00Z"
  /// Attributes of each purchase.
  package var purchases: [[(type: Int64, value: [UInt8])]] = []
  /// Attributes besides those above.
  package var others: [(type: Int64, value: [UInt8])] = []

  /// The plan of a receipt without purchases.
  package init() {}

  /// Adds a consumable with every attribute that Apple writes; `change` replaces some of them.
  package mutating func add(
    _ id: String, _ change: [Int64: [UInt8]?] = [:]
  ) {
    var attributes: [Int64: [UInt8]?] = [
      1701: DERWriter.integer(1), 1702: DERWriter.text("coins.500"), 1703: DERWriter.text(id),
      1704: DERWriter.date("2026-02-27T10:00:00Z"), 1705: DERWriter.text(id),
      1706: DERWriter.date("2026-02-27T10:00:00Z"), 1707: DERWriter.integer(1),
      1708: DERWriter.date(""), 1711: DERWriter.integer(0), 1712: DERWriter.date(""),
    ]
    for (type, value) in change { attributes[type] = value }
    purchases.append(
      attributes.sorted { $0.key < $1.key }.compactMap { pair in
        pair.value.map { (type: pair.key, value: $0) }
      })
  }

  /// What is signed: a set of attributes.
  package var content: [UInt8] {
    var attributes = others
    if let type { attributes.append((0, DERWriter.text(type))) }
    if let bundleID { attributes.append((2, DERWriter.text(bundleID))) }
    if let createdAt { attributes.append((12, DERWriter.date(createdAt))) }
    for purchase in purchases { attributes.append((17, Self.set(purchase))) }
    return Self.set(attributes)
  }

  /// A set of attributes: type, version and value of each.
  package static func set(_ attributes: [(type: Int64, value: [UInt8])]) -> [UInt8] {
    DERWriter.value(
      .set,
      holding: attributes.map { attribute in
        DERWriter.value(
          .sequence,
          holding: [
            DERWriter.integer(attribute.type), DERWriter.integer(1),
            DERWriter.value(.octetString, attribute.value),
          ])
      })
  }
}
