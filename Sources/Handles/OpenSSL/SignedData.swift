private import COpenSSL

/// A message of the kind SignedData (CMS, RFC 5652; PKCS#7 before that), read and not yet trusted.
///
/// It reads BER as well as DER: lengths without an end, and contents in several pieces.
package struct SignedData: ~Copyable {
  private let raw: OpaquePointer

  /// What was signed; nil where it is not inside ("detached").
  package let content: [UInt8]?
  /// The certificates inside, in the order of the message.
  package let certificates: [Certificate]

  /// Reads exactly one message; bytes after it are refused.
  package init(_ bytes: [UInt8]) throws(OpenSSLFailure) {
    let operation = "read the signed message"
    var byteCount = 0
    let parsed = bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      guard let start = bytes.baseAddress else { return nil }
      var cursor: UnsafePointer<UInt8>? = start
      let message = d2i_CMS_ContentInfo(nil, &cursor, bytes.count)
      byteCount = cursor.map { $0 - start } ?? 0
      return message
    }
    guard let parsed else { throw OpenSSLFailure(operation) }
    guard byteCount == bytes.count, OBJ_obj2nid(CMS_get0_type(parsed)) == NID_pkcs7_signed else {
      CMS_ContentInfo_free(parsed)
      throw OpenSSLFailure(
        operation,
        reason: byteCount == bytes.count
          ? "it is of another kind than SignedData" : "bytes follow its end")
    }
    raw = parsed
    content = Self.content(of: parsed)
    certificates = Self.certificates(of: parsed)
  }

  deinit { CMS_ContentInfo_free(raw) }

  /// How many signers there are.
  package var signerCount: Int { Int(copenssl_signer_count(raw)) }

  /// The certificate inside that the first signer names by issuer and serial number; nil where
  /// there is none.
  ///
  /// Names alone do not count: two certificates can bear one.
  package var signer: Certificate? {
    guard signerCount > 0, let signer = copenssl_signer_at(raw, 0) else { return nil }
    return certificates.first { CMS_SignerInfo_cert_cmp(signer, $0.raw) == 0 }
  }

  /// Whether there is exactly one signer, who is named like this certificate, and the signature
  /// over the content is by its key.
  ///
  /// Says nothing of the certificate; SHA-1 is as good as SHA-256 here.
  package func isSigned(by signer: Certificate) -> Bool {
    defer { OpenSSLFailure.drainedQueue() }
    guard signerCount == 1, content != nil, let named = copenssl_signer_at(raw, 0),
      CMS_SignerInfo_cert_cmp(named, signer.raw) == 0
    else { return false }
    // OpenSSL keeps the certificate of an earlier question; it has to be this one.
    CMS_SignerInfo_set1_signer_cert(named, signer.raw)
    // The chain is judged elsewhere, at the moment of signing and with marks of Apple's.
    let flags = CMS_NO_SIGNER_CERT_VERIFY | CMS_NOINTERN | CMS_BINARY
    return CMS_verify(raw, nil, nil, nil, nil, UInt32(flags)) == 1
  }

  private static func content(of message: OpaquePointer) -> [UInt8]? {
    guard let place = CMS_get0_content(message), let string = place.pointee else { return nil }
    let count = Int(ASN1_STRING_length(string))
    return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: count))
  }

  private static func certificates(of message: OpaquePointer) -> [Certificate] {
    let stack = CMS_get1_certs(message)
    defer { copenssl_stack_free(stack) }
    return (0..<copenssl_stack_count(stack)).compactMap { index in
      guard let certificate = copenssl_stack_at(stack, index), X509_up_ref(certificate) == 1
      else { return nil }
      return Certificate(taking: certificate)
    }
  }
}
