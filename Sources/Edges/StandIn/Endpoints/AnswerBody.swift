/// The bytes of a large answer under construction.
struct AnswerBody: Sendable {
  private(set) var bytes: [UInt8] = []

  /// Room for a page, so that it grows once.
  init(capacity: Int = 131_072) {
    bytes.reserveCapacity(capacity)
  }

  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func add(_ part: [UInt8]) { bytes.append(contentsOf: part) }

  /// Adds a token in quotes; tokens have no character that JSON would escape.
  mutating func addToken(_ beginning: [UInt8], _ ending: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: beginning)
    bytes.append(contentsOf: ending)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func addComma(unless isFirst: Bool) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
  }
}
