/// What matters of a URL here: whom it speaks to, how, and whether it holds a secret.
struct WebAddress {
  private let scheme: String
  private let authority: String
  private let rest: String

  /// The parts of a URL with `//`; nil for any other text.
  init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    scheme = text[..<colon].lowercased()
    let behind = text[text.index(after: colon)...]
    guard behind.hasPrefix("//"), !scheme.isEmpty else { return nil }
    let body = behind.dropFirst(2)
    let end = body.firstIndex { "/?#".contains($0) } ?? body.endIndex
    authority = String(body[..<end])
    rest = String(body[end...])
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
  }

  /// Whether a user, a password or a parameter that looks like a secret stands in it.
  var hasSecret: Bool {
    authority.contains("@")
      || parameters.contains { name in
        name == "sig" || Self.secretWords.contains { name.contains($0) }
      }
  }

  /// Why no request may go there; nil if one may.
  var refusal: String? {
    guard !host.isEmpty else { return "names no host" }
    switch scheme {
    case "https": return nil
    case "http":
      return isLoopback ? nil : "must begin with https:// (http:// only on this machine itself)"
    default: return "must begin with https://"
    }
  }

  private static let secretWords = [
    "token", "secret", "passw", "apikey", "accesskey", "auth", "signature", "credential",
  ]

  /// The names in the search and behind the `#`, in small letters and without what only divides.
  private var parameters: [String] {
    guard let mark = rest.firstIndex(where: { "?#".contains($0) }) else { return [] }
    return rest[rest.index(after: mark)...].split(whereSeparator: { "?#&;".contains($0) }).map {
      let name = $0.split(separator: "=", omittingEmptySubsequences: false).first ?? ""
      return Self.decoded(name).lowercased().filter { $0 != "_" && $0 != "-" }
    }
  }

  /// A name with its `%6B` made letters.
  private static func decoded(_ name: Substring) -> String {
    var text = ""
    var rest = name
    while let first = rest.first {
      let code = first == "%" ? UInt8(rest.dropFirst().prefix(2), radix: 16) : nil
      text.append(code.map { Character(UnicodeScalar($0)) } ?? first)
      rest = rest.dropFirst(code == nil ? 1 : 3)
    }
    return text
  }

  private var host: String {
    if authority.hasPrefix("[") {
      return authority.firstIndex(of: "]").map { String(authority[...$0]) } ?? ""
    }
    return authority.split(separator: ":", omittingEmptySubsequences: false).first
      .map { $0.lowercased() } ?? ""
  }

  /// By the address alone: a name such as `127.evil.example` leads anywhere.
  private var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }
}
