private import COpenSSL

/// What a certificate that we issue ourselves is to say.
package struct CertificateTemplate: Sendable {
  package var subjectCommonName: String
  package var serialNumber: Int64
  /// UNIX milliseconds; certificates count whole seconds.
  package var notBefore: Int64
  package var notAfter: Int64
  package var isCA: Bool
  /// Written only for an authority.
  package var pathLength: Int?
  /// Extensions that mean something by being there; their value is an ASN.1 NULL.
  package var markerOIDs: [String]
  /// Whether its issuer signs it with SHA-1, as the chains of old receipts are.
  package var usesSHA1 = false

  package init(
    subjectCommonName: String, serialNumber: Int64, notBefore: Int64, notAfter: Int64,
    isCA: Bool = false, pathLength: Int? = nil, markerOIDs: [String] = []
  ) {
    self.subjectCommonName = subjectCommonName
    self.serialNumber = serialNumber
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.isCA = isCA
    self.pathLength = pathLength
    self.markerOIDs = markerOIDs
  }
}

extension Certificate {
  /// Issues a certificate for `subjectKey`; without `issuerCertificate` it names itself as issuer.
  package static func issue(
    _ template: CertificateTemplate, subjectKey: borrowing PrivateKey,
    issuerKey: borrowing PrivateKey, issuerCertificate: Certificate? = nil
  ) throws(OpenSSLFailure) -> Certificate {
    let operation = "issue a certificate"
    guard let raw = X509_new() else { throw OpenSSLFailure(operation) }
    let modern = issuerKey.curve == .p384 ? EVP_sha384() : EVP_sha256()
    let hash = template.usesSHA1 ? EVP_sha1() : modern
    // The value frees what was built if one of the steps fails.
    guard fill(raw, from: template),
      X509_set_pubkey(raw, subjectKey.raw) == 1,
      X509_set_issuer_name(raw, X509_get_subject_name(issuerCertificate?.raw ?? raw)) == 1,
      template.extensions.allSatisfy({ add($0, to: raw) }),
      template.markerOIDs.allSatisfy({ addMarker($0, to: raw) }),
      X509_sign(raw, issuerKey.raw, hash) > 0
    else {
      X509_free(raw)
      throw OpenSSLFailure(operation)
    }
    return Certificate(taking: raw)
  }

  private static func fill(_ raw: OpaquePointer, from template: CertificateTemplate) -> Bool {
    let name = Array(template.subjectCommonName.utf8)
    return X509_set_version(raw, Int(X509_VERSION_3)) == 1
      && ASN1_INTEGER_set_int64(X509_get_serialNumber(raw), template.serialNumber) == 1
      && ASN1_TIME_set(X509_getm_notBefore(raw), wholeSeconds(template.notBefore)) != nil
      && ASN1_TIME_set(X509_getm_notAfter(raw), wholeSeconds(template.notAfter)) != nil
      && X509_NAME_add_entry_by_NID(
        X509_get_subject_name(raw), NID_commonName, MBSTRING_UTF8, name,
        Int32(clamping: name.count), -1, 0) == 1
  }

  private static func add(_ wanted: (nid: Int32, value: String), to raw: OpaquePointer) -> Bool {
    let made = X509V3_EXT_conf_nid(nil, nil, wanted.nid, wanted.value)
    defer { X509_EXTENSION_free(made) }
    return made != nil && X509_add_ext(raw, made, -1) == 1
  }

  private static func addMarker(_ oid: String, to raw: OpaquePointer) -> Bool {
    let kind = OBJ_txt2obj(oid, 1)
    let value = ASN1_OCTET_STRING_new()
    defer {
      ASN1_OBJECT_free(kind)
      ASN1_OCTET_STRING_free(value)
    }
    let null: [UInt8] = [0x05, 0x00]
    guard ASN1_OCTET_STRING_set(value, null, 2) == 1 else { return false }
    let made = X509_EXTENSION_create_by_OBJ(nil, kind, 0, value)
    defer { X509_EXTENSION_free(made) }
    return made != nil && X509_add_ext(raw, made, -1) == 1
  }
}

extension CertificateTemplate {
  fileprivate var extensions: [(nid: Int32, value: String)] {
    guard isCA else {
      return [
        (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
      ]
    }
    let limit = pathLength.map { ",pathlen:\($0)" } ?? ""
    return [
      (NID_basic_constraints, "critical,CA:TRUE\(limit)"),
      (NID_key_usage, "critical,keyCertSign,cRLSign"),
    ]
  }
}

/// Whole seconds, rounded down, as certificates count them.
func wholeSeconds(_ milliseconds: Int64) -> Int {
  Int(milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000)
}
