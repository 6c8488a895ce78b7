import Formats

/// The outside of an app receipt, held to the one form that Apple writes (facts 6.8).
///
/// OpenSSL reads many more forms than Apple makes, and passes over much that no signature covers;
/// whatever stands here is compared, so that no byte of a receipt can be changed unseen.
struct ReceiptEnvelope {
  /// What was signed.
  let content: [UInt8]
  /// The certificates as they lie there, in the order found.
  let certificates: [[UInt8]]

  /// Whether the signature's method is written as Apple writes it, RSA without the hash; Xcode writes
  /// it with the hash.
  let hasApplesMethod: Bool
  /// How the signer is named: the issuer and the serial number of a certificate, as bytes.
  private let signerName: [UInt8]

  /// Reads a whole receipt.
  init(_ bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= ReceiptBytes.byteLimit else {
      throw Refusal(.notReceipt, "it is longer than any app receipt")
    }
    do throws(ASN1Failure) {
      var reader = ASN1Reader(bytes)
      let message = try reader.next(.sequence)
      try reader.finish()
      var outer = try reader.inside(message)
      try outer.require(.object, Self.signedData, "it is no signed message (PKCS#7)")
      let field = try outer.next(.field0)
      try outer.finish()
      var wrapped = try outer.inside(field)
      let body = try wrapped.next(.sequence)
      try wrapped.finish()
      var reading = try wrapped.inside(body)
      let parts = try Parts(&reading)
      content = parts.content
      certificates = parts.certificates
      hasApplesMethod = parts.hasApplesMethod
      signerName = parts.signerName
    } catch {
      throw Refusal(.notReceipt, "it is no app receipt: \(error)")
    }
  }

  /// Whether the signer is named by this certificate's own bytes.
  ///
  /// OpenSSL takes names for one that differ in capitals and blanks.
  func names(_ certificate: [UInt8]) -> Bool {
    var reader = ASN1Reader(certificate)
    guard var outer = try? reader.inside(reader.next(.sequence)),
      var body = try? outer.inside(outer.next(.sequence)),
      (try? body.next(.field0)) != nil, let serial = try? body.next(.integer),
      (try? body.next(.sequence)) != nil, let issuer = try? body.next(.sequence)
    else { return false }
    return signerName == Array(certificate[issuer.whole] + certificate[serial.whole])
  }

  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
}

/// What a SignedData holds, in its order: version, hashes, content, certificates, signers.
private struct Parts {
  var content: [UInt8] = []
  var certificates: [[UInt8]] = []
  var hasApplesMethod = true
  var signerName: [UInt8] = []

  init(_ reader: inout ASN1Reader) throws(ASN1Failure) {
    try reader.require(.integer, [1], "its version is not 1")
    let hashes = try reader.next(.set)
    var hashReader = try reader.inside(hashes)
    let hash = try Self.hash(&hashReader)
    try hashReader.finish()
    try takeContent(&reader)
    let list = try reader.next(.field0)
    var certificateReader = try reader.inside(list)
    while !certificateReader.isAtEnd {
      let certificate = try certificateReader.next(.sequence)
      certificates.append(Array(certificateReader.bytes[certificate.whole]))
    }
    let signers = try reader.next(.set)
    try reader.finish()
    var signerReader = try reader.inside(signers)
    while !signerReader.isAtEnd {
      let signer = try signerReader.next(.sequence)
      var fields = try signerReader.inside(signer)
      try takeSigner(&fields, hash)
    }
  }

  private mutating func takeContent(_ reader: inout ASN1Reader) throws(ASN1Failure) {
    var wrapped = try reader.inside(reader.next(.sequence))
    try wrapped.require(.object, Self.data, "what it signs is not plain data")
    guard !wrapped.isAtEnd else {
      throw ASN1Failure("what was signed is not inside", at: wrapped.position)
    }
    let field = try wrapped.next(.field0)
    try wrapped.finish()
    var inner = try wrapped.inside(field)
    content = try inner.octets()
    try inner.finish()
  }

  /// A signer is named by issuer and serial number, and carries nothing that nobody signed.
  private mutating func takeSigner(
    _ reader: inout ASN1Reader, _ hash: ArraySlice<UInt8>
  ) throws(ASN1Failure) {
    try reader.require(.integer, [1], "a signer is not named by issuer and serial number")
    signerName = Array(reader.content(of: try reader.next(.sequence)))
    let start = reader.position
    guard try Self.hash(&reader) == hash else {
      throw ASN1Failure("a signer's hash is not the message's", at: start)
    }
    // Attributes that are signed as well; no receipt so far has any.
    _ = try reader.nextIfPresent(.field0)
    let place = reader.position
    let method = Array(try Self.algorithm(&reader))
    guard method == Self.rsa || method == Self.rsaWithSHA256 else {
      throw ASN1Failure("a signature is not of RSA", at: place)
    }
    hasApplesMethod = method == Self.rsa
    _ = try reader.next(.octetString)
    try reader.finish()
  }

  private static func hash(_ reader: inout ASN1Reader) throws(ASN1Failure) -> ArraySlice<UInt8> {
    let start = reader.position
    let name = try algorithm(&reader)
    guard hashes.contains(Array(name)) else {
      throw ASN1Failure("its hash is neither SHA-1 nor SHA-256", at: start)
    }
    return name
  }

  /// The name of an algorithm without parameters.
  private static func algorithm(
    _ reader: inout ASN1Reader
  ) throws(ASN1Failure) -> ArraySlice<UInt8> {
    var fields = try reader.inside(reader.next(.sequence))
    let name = fields.content(of: try fields.next(.object))
    if !fields.isAtEnd { try fields.require(.null, [], "an algorithm has parameters") }
    try fields.finish()
    return name
  }

  private static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
  private static let hashes: [[UInt8]] = [
    [0x2B, 0x0E, 0x03, 0x02, 0x1A],
    [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01],
  ]
  private static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
  private static let rsaWithSHA256 = Array(rsa.dropLast()) + [0x0B]
}

extension ASN1Reader {
  /// Steps over a value that can only be this one.
  fileprivate mutating func require(
    _ tag: ASN1Element.Tag, _ content: [UInt8], _ complaint: String
  ) throws(ASN1Failure) {
    let element = try next(tag)
    guard self.content(of: element).elementsEqual(content) else {
      throw ASN1Failure(complaint, at: element.whole.lowerBound)
    }
  }
}
