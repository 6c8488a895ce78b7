private import COpenSSL

/// One X.509 certificate, read and not yet trusted.
package final class Certificate {
  let raw: OpaquePointer

  /// The certificate as it was signed.
  package let der: [UInt8]

  /// Reads exactly one certificate; bytes after it are refused.
  package convenience init(der: [UInt8]) throws(OpenSSLFailure) {
    var byteCount = 0
    let parsed = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      guard let start = bytes.baseAddress else { return nil }
      var cursor: UnsafePointer<UInt8>? = start
      let certificate = d2i_X509(nil, &cursor, bytes.count)
      byteCount = cursor.map { $0 - start } ?? 0
      return certificate
    }
    guard let parsed else { throw OpenSSLFailure("read the certificate") }
    guard byteCount == der.count else {
      X509_free(parsed)
      throw OpenSSLFailure(
        "read the certificate", reason: "\(der.count - byteCount) bytes follow its end")
    }
    self.init(taking: parsed)
  }

  /// Takes over one reference to a certificate of OpenSSL's.
  init(taking raw: OpaquePointer) {
    self.raw = raw
    self.der = Self.encoded(raw)
  }

  deinit { X509_free(raw) }

  /// SHA-256 over the whole certificate.
  package var sha256Fingerprint: [UInt8] { SHA256.digest(of: der) }

  /// The first instant of validity, in UNIX milliseconds.
  package var notBefore: Int64 { milliseconds(of: X509_get0_notBefore(raw)) }

  /// The end of validity, in UNIX milliseconds; at this second OpenSSL counts it as expired.
  package var notAfter: Int64 { milliseconds(of: X509_get0_notAfter(raw)) }

  /// Whether it may sign other certificates: its basic constraints and key usage both say so.
  package var isCA: Bool { X509_check_ca(raw) == 1 }

  /// How many authorities may stand between it and a leaf; nil when that is not limited.
  package var pathLength: Int? {
    let length = X509_get_pathlen(raw)
    return length < 0 ? nil : length
  }

  /// Whether it has an extension of this kind, for example `1.2.840.113635.100.6.11.1`.
  package func hasExtension(oid: String) -> Bool {
    guard let object = OBJ_txt2obj(oid, 1) else {
      OpenSSLFailure.drainedQueue()
      return false
    }
    defer { ASN1_OBJECT_free(object) }
    return X509_get_ext_by_OBJ(raw, object, -1) >= 0
  }

  /// The first common name of the subject.
  package var subjectCommonName: String? {
    let name = X509_get_subject_name(raw)
    let place = X509_NAME_get_index_by_NID(name, NID_commonName, -1)
    guard place >= 0 else { return nil }
    let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, place))
    var text: UnsafeMutablePointer<UInt8>?
    let length = ASN1_STRING_to_UTF8(&text, value)
    defer { copenssl_free(text) }
    guard length >= 0 else {
      OpenSSLFailure.drainedQueue()
      return nil
    }
    return String(
      decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self)
  }

  /// The curve of the public key, for example `prime256v1`; nil for a key of another kind.
  package var curveName: String? { X509_get0_pubkey(raw).flatMap { OpenSSL.curveName(of: $0) } }

  /// Whether `issuer` is named as the issuer and its key made the signature.
  ///
  /// Says nothing of validity, nor of whether the issuer may sign.
  package func isSigned(by issuer: Certificate) -> Bool {
    guard
      X509_NAME_cmp(X509_get_issuer_name(raw), X509_get_subject_name(issuer.raw)) == 0,
      let key = X509_get0_pubkey(issuer.raw)
    else { return false }
    let isGood = X509_verify(raw, key) == 1
    OpenSSLFailure.drainedQueue()
    return isGood
  }

  private static func encoded(_ raw: OpaquePointer) -> [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    let length = i2d_X509(raw, &bytes)
    defer { copenssl_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(max(0, length))))
  }
}

extension Certificate: Hashable {
  /// Two certificates are one when their bytes are.
  package static func == (one: Certificate, other: Certificate) -> Bool { one.der == other.der }

  package func hash(into hasher: inout Hasher) { hasher.combine(der) }
}

/// UNIX milliseconds of an ASN.1 time.
///
/// OpenSSL reads times only into C's broken-down form; the difference to the epoch needs no
/// calendar of ours.
private func milliseconds(of time: UnsafePointer<ASN1_TIME>?) -> Int64 {
  let epoch = ASN1_TIME_set(nil, 0)
  defer { ASN1_TIME_free(epoch) }
  var days: Int32 = 0
  var seconds: Int32 = 0
  guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
    OpenSSLFailure.drainedQueue()
    return 0
  }
  return (Int64(days) * 86_400 + Int64(seconds)) * 1000
}
