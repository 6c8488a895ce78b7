private import COpenSSL

extension Certificate {
  /// Reads the first certificate of a file in PEM form, or the one of a file in DER form.
  package convenience init(pemOrDER bytes: [UInt8]) throws(OpenSSLFailure) {
    guard Self.looksLikePEM(bytes) else {
      try self.init(der: bytes)
      return
    }
    let source = try MemoryBIO(reading: bytes, for: "read the certificate")
    guard let parsed = Self.nextPEM(from: source) else {
      throw OpenSSLFailure("read the certificate")
    }
    self.init(taking: parsed)
  }

  /// Reads every certificate of a file in PEM form, or the one of a file in DER form.
  package static func all(pemOrDER bytes: [UInt8]) throws(OpenSSLFailure) -> [Certificate] {
    guard looksLikePEM(bytes) else { return [try Certificate(der: bytes)] }
    let source = try MemoryBIO(reading: bytes, for: "read the certificates")
    var certificates: [Certificate] = []
    while let parsed = nextPEM(from: source) {
      certificates.append(Certificate(taking: parsed))
    }
    // The queue says "no start line" at the end of the file, and more when one was broken.
    let last = ERR_peek_last_error()
    let reason = ERR_GET_REASON(last)
    let failure = OpenSSLFailure("read the certificates")
    guard reason == PEM_R_NO_START_LINE, !certificates.isEmpty else { throw failure }
    return certificates
  }

  /// The certificate in PEM form.
  package func pem() throws(OpenSSLFailure) -> [UInt8] {
    let target = try MemoryBIO(for: "write the certificate")
    guard PEM_write_bio_X509(target.raw, raw) == 1 else {
      throw OpenSSLFailure("write the certificate")
    }
    return target.contents()
  }

  private static func nextPEM(from source: borrowing MemoryBIO) -> OpaquePointer? {
    PEM_read_bio_X509(source.raw, nil, refusingPassword, nil)
  }

  /// DER begins with the tag of a sequence, 0x30, which as text is the digit 0.
  private static func looksLikePEM(_ bytes: [UInt8]) -> Bool { bytes.first != 0x30 }
}
