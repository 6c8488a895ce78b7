private import CCurl

/// A URL taken apart by libcurl itself, so that what is judged is what will be connected to.
struct Address: Equatable {
  let scheme: String
  let host: String
  /// For failures: without user, password, query and fragment.
  let shown: String

  /// Takes `url` apart; nil when it is none.
  init?(_ url: String) {
    guard let parts = curl_url() else { return nil }
    defer { curl_url_cleanup(parts) }
    guard curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK,
      let scheme = Self.text(CURLUPART_SCHEME, of: parts)
    else { return nil }
    // Some schemes have none, `file` for one.
    let host = Self.text(CURLUPART_HOST, of: parts) ?? ""
    let port = Self.text(CURLUPART_PORT, of: parts).map { ":\($0)" } ?? ""
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    self.shown =
      "\(scheme)://\(host)\(port)\(Self.text(CURLUPART_PATH, of: parts) ?? "")"
  }

  /// Whether the host is this machine: `localhost`, `127.0.0.0/8` or `::1`.
  var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" || host == "::1" { return true }
    // A name may begin with 127 too, so it must be four numbers.
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers.first == 127 && numbers.allSatisfy { $0 != nil }
  }

  /// The one protocol that may be spoken to it; nil when none may.
  var allowedProtocol: String? {
    switch scheme {
    case "https": "https"
    case "http": isLoopback ? "http" : nil
    default: nil
    }
  }

  private static func text(_ part: CURLUPart, of parts: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(parts, part, &text, 0) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
