private import COpenSSL

/// Makes a SignedData message: content, certificates, signers, in this order.
package struct SignedDataMaker: ~Copyable {
  private let raw: OpaquePointer
  private let source: MemoryBIO
  private let flags: UInt32

  /// The hash that a signature is made over.
  package enum Hash: Sendable {
    case sha1, sha256
  }

  /// Begins a message that brings these certificates along; a detached one leaves its content out.
  package init(
    content: [UInt8], certificates: [Certificate], isDetached: Bool = false
  ) throws(OpenSSLFailure) {
    let operation = "make a signed message"
    let detached = isDetached ? UInt32(CMS_DETACHED) : 0
    let flags = UInt32(CMS_PARTIAL | CMS_BINARY) | detached
    let source = try MemoryBIO(reading: content, for: operation)
    guard let raw = CMS_sign(nil, nil, nil, nil, flags) else { throw OpenSSLFailure(operation) }
    guard certificates.allSatisfy({ CMS_add1_cert(raw, $0.raw) == 1 }) else {
      CMS_ContentInfo_free(raw)
      throw OpenSSLFailure(operation)
    }
    self.raw = raw
    self.source = source
    self.flags = flags
  }

  deinit { CMS_ContentInfo_free(raw) }

  /// Adds a signer, named by the issuer and the serial number of its certificate.
  package func addSigner(
    _ certificate: Certificate, key: borrowing PrivateKey, hash: Hash = .sha256
  ) throws(OpenSSLFailure) {
    let function = hash == .sha1 ? EVP_sha1() : EVP_sha256()
    let flags = UInt32(CMS_NOATTR | CMS_NOCERTS | CMS_BINARY)
    guard CMS_add1_signer(raw, certificate.raw, key.raw, function, flags) != nil else {
      throw OpenSSLFailure("add a signer")
    }
  }

  /// Signs, and gives the message in DER form.
  package consuming func finish() throws(OpenSSLFailure) -> [UInt8] {
    let operation = "sign a message"
    guard CMS_final(raw, source.raw, nil, flags) == 1 else { throw OpenSSLFailure(operation) }
    let target = try MemoryBIO(for: operation)
    guard i2d_CMS_bio(target.raw, raw) == 1 else { throw OpenSSLFailure(operation) }
    return target.contents()
  }
}
