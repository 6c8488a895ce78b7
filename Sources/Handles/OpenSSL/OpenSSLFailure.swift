private import COpenSSL

/// What OpenSSL said when it refused something.
package struct OpenSSLFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The step that failed, as a verb with its object: `read the certificate`.
  package let operation: String
  /// OpenSSL's own words, oldest first; never any input.
  package let reasons: [String]
  /// What is wrong with a chain; nil for every other failure.
  package let chainFault: ChainFault?

  /// One sentence for the operator.
  package var description: String {
    "cannot \(operation): "
      + (reasons.isEmpty ? "no reason given" : reasons.joined(separator: "; "))
  }

  /// Takes all reasons out of OpenSSL's queue, so that the next failure speaks for itself.
  init(_ operation: String) {
    self.operation = operation
    self.reasons = Self.drainedQueue()
    self.chainFault = nil
  }

  init(_ operation: String, reason: String, chainFault: ChainFault? = nil) {
    _ = Self.drainedQueue()
    self.operation = operation
    self.reasons = [reason]
    self.chainFault = chainFault
  }

  @discardableResult
  static func drainedQueue() -> [String] {
    var reasons: [String] = []
    while case let code = ERR_get_error(), code != 0 {
      if let words = ERR_reason_error_string(code) {
        reasons.append(String(cString: words))
      } else {
        reasons.append("error \(code)")
      }
    }
    return reasons
  }
}

/// What is wrong with a certificate chain.
package enum ChainFault: Equatable, Sendable {
  case notYetValid, expired, badSignature, unknownIssuer, notAnAuthority, pathTooLong
  /// OpenSSL's code, from `x509_vfy.h`.
  case other(Int32)

  init(code: Int32) {
    switch code {
    case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid
    case X509_V_ERR_CERT_HAS_EXPIRED: self = .expired
    case X509_V_ERR_CERT_SIGNATURE_FAILURE: self = .badSignature
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
      X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
      self = .unknownIssuer
    case X509_V_ERR_INVALID_CA: self = .notAnAuthority
    case X509_V_ERR_PATH_LENGTH_EXCEEDED: self = .pathTooLong
    default: self = .other(code)
    }
  }
}
