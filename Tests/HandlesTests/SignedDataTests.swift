import OpenSSL
import Testing

/// A certificate that names itself, and its key.
private struct Signer: ~Copyable {
  let key: PrivateKey
  let certificate: Certificate

  init(_ name: String = "Specimen Signer", serialNumber: Int64 = 7) throws {
    let key = try PrivateKey.generateRSA(bits: 1024)
    certificate = try Certificate.issue(
      CertificateTemplate(
        subjectCommonName: name, serialNumber: serialNumber, notBefore: newYear(2025),
        notAfter: newYear(2027)), subjectKey: key, issuerKey: key)
    self.key = key
  }
}

private let words = Array("what is signed".utf8)

@Suite struct `a signed message` {
  @Test(arguments: [SignedDataMaker.Hash.sha1, .sha256])
  func `gives back its content and its certificates`(_ hash: SignedDataMaker.Hash) throws {
    let signer = try Signer()
    let other = try Signer("Specimen Other", serialNumber: 8)
    let maker = try SignedDataMaker(
      content: words, certificates: [signer.certificate, other.certificate])
    try maker.addSigner(signer.certificate, key: signer.key, hash: hash)
    let message = try SignedData(try maker.finish())
    #expect(message.content == words)
    #expect(Set(message.certificates) == [signer.certificate, other.certificate])
    #expect(message.signerCount == 1)
    #expect(message.signer == signer.certificate)
    let holds1 = message.isSigned(by: signer.certificate)
    #expect(holds1)
    let holds2 = message.isSigned(by: other.certificate)
    #expect(!holds2)
  }

  @Test func `names its signer by the serial number too`() throws {
    let signer = try Signer()
    let namesake = try Signer(serialNumber: 8)
    let maker = try SignedDataMaker(
      content: words, certificates: [namesake.certificate, signer.certificate])
    try maker.addSigner(signer.certificate, key: signer.key)
    let found = try SignedData(try maker.finish()).signer
    #expect(found == signer.certificate)
  }

  @Test func `does not hold under a namesake's key`() throws {
    let signer = try Signer()
    let namesake = try Signer()
    let maker = try SignedDataMaker(content: words, certificates: [namesake.certificate])
    try maker.addSigner(signer.certificate, key: signer.key)
    let message = try SignedData(try maker.finish())
    #expect(message.signer == namesake.certificate)
    let holds3 = message.isSigned(by: namesake.certificate)
    #expect(!holds3)
    let holds4 = message.isSigned(by: signer.certificate)
    #expect(holds4)
  }

  @Test func `has one signer, and its content inside`() throws {
    let signer = try Signer()
    let two = try SignedDataMaker(content: words, certificates: [signer.certificate])
    try two.addSigner(signer.certificate, key: signer.key)
    try two.addSigner(signer.certificate, key: signer.key)
    let double = try SignedData(try two.finish())
    #expect(double.signerCount == 2)
    let holds5 = double.isSigned(by: signer.certificate)
    #expect(!holds5)
    let without = try SignedDataMaker(
      content: words, certificates: [signer.certificate], isDetached: true)
    try without.addSigner(signer.certificate, key: signer.key)
    let detached = try SignedData(try without.finish())
    #expect(detached.content == nil)
    let holds6 = detached.isSigned(by: signer.certificate)
    #expect(!holds6)
  }

  @Test func `is read whole or not at all`() throws {
    let signer = try Signer()
    let maker = try SignedDataMaker(content: words, certificates: [])
    try maker.addSigner(signer.certificate, key: signer.key)
    let bytes = try maker.finish()
    let message = try SignedData(bytes)
    #expect(message.certificates.isEmpty)
    #expect(message.signer == nil)
    for broken in [bytes + [0], Array(bytes.dropLast()), [], signer.certificate.der] {
      #expect(throws: OpenSSLFailure.self) { _ = try SignedData(broken) }
    }
  }

  @Test func `is not made with a key that is not the certificate's`() throws {
    let signer = try Signer()
    let other = try Signer()
    let maker = try SignedDataMaker(content: words, certificates: [])
    #expect(throws: OpenSSLFailure.self) {
      try maker.addSigner(signer.certificate, key: other.key)
    }
  }
}

@Suite struct `a chain signed with SHA-1` {
  @Test func `leads to its anchor only where that is asked for`() throws {
    let rootKey = try PrivateKey.generate(.p256)
    let leafKey = try PrivateKey.generate(.p256)
    let root = try Certificate.issue(
      CertificateTemplate(
        subjectCommonName: "Specimen Root", serialNumber: 1, notBefore: newYear(2020),
        notAfter: newYear(2040), isCA: true), subjectKey: rootKey, issuerKey: rootKey)
    var template = CertificateTemplate(
      subjectCommonName: "Specimen Leaf", serialNumber: 2, notBefore: newYear(2025),
      notAfter: newYear(2027))
    for usesSHA1 in [false, true] {
      template.usesSHA1 = usesSHA1
      let leaf = try Certificate.issue(
        template, subjectKey: leafKey, issuerKey: rootKey, issuerCertificate: root)
      func check(acceptsSHA1: Bool) throws(OpenSSLFailure) {
        _ = try ChainCheck.verify(
          leaf: leaf, intermediates: [], anchors: [root], atMilliseconds: newYear(2026),
          acceptsSHA1: acceptsSHA1)
      }
      try check(acceptsSHA1: true)
      if usesSHA1 {
        #expect(throws: OpenSSLFailure.self) { try check(acceptsSHA1: false) }
      } else {
        try check(acceptsSHA1: false)
      }
    }
  }
}

@Suite struct `a key of RSA` {
  @Test func `is read from PEM, and is none on a curve`() throws {
    let pem = try PrivateKey.generateRSA(bits: 1024).pem()
    let curve = try PrivateKey(rsaPEM: pem).curve
    #expect(curve == nil)
    #expect(throws: OpenSSLFailure.self) { _ = try PrivateKey(pem: pem) }
    let other = try PrivateKey.generate(.p256).pem()
    #expect(throws: OpenSSLFailure.self) { _ = try PrivateKey(rsaPEM: other) }
    #expect(throws: OpenSSLFailure.self) {
      _ = try PrivateKey(rsaPEM: pem).signES256([1])
    }
  }
}
