private import CCurl

/// Why a request has no answer; never with a header, a query or a body.
package struct TransferFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// Which step failed.
  package enum Kind: Equatable, Sendable {
    /// The host's name is unknown.
    case resolve
    /// Nobody listens, or the way there is closed.
    case connect
    /// A limit of time was reached.
    case timeout
    /// The server could not prove who it is, or speaks no TLS that we accept.
    case tls
    /// The body exceeds the request's limit.
    case tooLarge
    /// The connection ended before the answer did.
    case cut
    /// The URL is neither `https` nor `http` to this machine.
    case refusedScheme
    case other
  }

  package let kind: Kind
  /// libcurl's code, from `curl.h`; 0 for what was refused before libcurl was asked.
  package let code: Int32
  /// What went wrong, in libcurl's words.
  package let message: String
  /// Method and address, without user and query.
  package let operation: String

  /// One sentence for the operator.
  package var description: String { "\(operation): \(message)" }

  init(_ kind: Kind, code: Int32 = 0, message: String, operation: String) {
    self.kind = kind
    self.code = code
    self.message = message
    self.operation = operation
  }

  init(code: UInt32, message: String?, operation: String) {
    let words = message ?? String(cString: curl_easy_strerror(CURLcode(rawValue: code)))
    self.init(
      Self.kind(of: CURLcode(rawValue: code)), code: Int32(clamping: code), message: words,
      operation: operation)
  }

  private static func kind(of code: CURLcode) -> Kind {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .resolve
    case CURLE_COULDNT_CONNECT: .connect
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE:
      .tls
    case CURLE_FILESIZE_EXCEEDED: .tooLarge
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      .cut
    case CURLE_UNSUPPORTED_PROTOCOL: .refusedScheme
    default: .other
    }
  }
}
