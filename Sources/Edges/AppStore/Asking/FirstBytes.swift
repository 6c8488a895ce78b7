/// The beginning of an answer that nobody expected, for a person to recognise it by.
enum FirstBytes {
  private static let limit = 120

  /// Words to end a sentence with.
  static func words(_ body: [UInt8]) -> String {
    let shown = printable(body)
    return shown.isEmpty ? "" : "; it begins with `\(shown)`"
  }

  /// At most 120 characters; what cannot be printed is a point.
  static func printable(_ bytes: some Sequence<UInt8>) -> String {
    String(
      decoding: bytes.prefix(limit).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") },
      as: UTF8.self)
  }
}
