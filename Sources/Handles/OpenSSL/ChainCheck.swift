private import COpenSSL

/// Whether a certificate leads to an anchor.
package enum ChainCheck {
  /// Builds and checks the chain from `leaf` to one of `anchors` as of an instant; leaf first.
  ///
  /// `anchors` are trusted; `intermediates` are not and may be more than are needed. The instant is
  /// UNIX milliseconds, rounded down to the second. Every certificate must be valid then, every
  /// issuer an authority within its path length, and the last one self-signed. Key identifiers are
  /// not asked for (OpenSSL's strict mode does, and Apple's own test chain lacks them). SHA-1 and
  /// short keys are refused, as OpenSSL's level 2 does, unless `acceptsSHA1`: the chains of old app
  /// receipts are older than that judgement.
  package static func verify(
    leaf: Certificate, intermediates: [Certificate], anchors: [Certificate],
    atMilliseconds instant: Int64, acceptsSHA1: Bool = false
  ) throws(OpenSSLFailure) -> [Certificate] {
    let check = try ChainContext(leaf: leaf, intermediates: intermediates, anchors: anchors)
    let settings = X509_STORE_CTX_get0_param(check.raw)
    X509_VERIFY_PARAM_set_time(settings, wholeSeconds(instant))
    X509_VERIFY_PARAM_set_auth_level(settings, acceptsSHA1 ? 0 : 2)
    X509_VERIFY_PARAM_set_purpose(settings, X509_PURPOSE_ANY)
    guard X509_verify_cert(check.raw) == 1 else { throw check.failure() }
    OpenSSLFailure.drainedQueue()
    return check.chain()
  }
}

/// One check under way, with all that it borrows.
private struct ChainContext: ~Copyable {
  let raw: OpaquePointer
  private let store: OpaquePointer
  private let untrusted: OpaquePointer

  init(
    leaf: Certificate, intermediates: [Certificate], anchors: [Certificate]
  ) throws(OpenSSLFailure) {
    let raw = X509_STORE_CTX_new()
    let store = X509_STORE_new()
    let untrusted = copenssl_stack_new()
    guard let raw, let store, let untrusted,
      intermediates.allSatisfy({ copenssl_stack_push(untrusted, $0.raw) == 1 }),
      anchors.allSatisfy({ X509_STORE_add_cert(store, $0.raw) == 1 }),
      X509_STORE_CTX_init(raw, store, leaf.raw, untrusted) == 1
    else {
      X509_STORE_CTX_free(raw)
      X509_STORE_free(store)
      copenssl_stack_free(untrusted)
      throw OpenSSLFailure("prepare the check of a certificate chain")
    }
    self.raw = raw
    self.store = store
    self.untrusted = untrusted
  }

  deinit {
    X509_STORE_CTX_free(raw)
    X509_STORE_free(store)
    copenssl_stack_free(untrusted)
  }

  func chain() -> [Certificate] {
    let found = X509_STORE_CTX_get0_chain(raw)
    return (0..<copenssl_stack_count(found)).compactMap { index in
      guard let certificate = copenssl_stack_at(found, index),
        X509_up_ref(certificate) == 1
      else { return nil }
      return Certificate(taking: certificate)
    }
  }

  func failure() -> OpenSSLFailure {
    let code = X509_STORE_CTX_get_error(raw)
    let depth = X509_STORE_CTX_get_error_depth(raw)
    let words = X509_verify_cert_error_string(Int(code)).map { String(cString: $0) } ?? "error"
    return OpenSSLFailure(
      "trust the certificate chain",
      reason: "\(words), \(depth) certificates above the leaf",
      chainFault: ChainFault(code: code))
  }
}
