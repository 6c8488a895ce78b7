/// A fixed list of key names that finds a key's number without making a string of it.
///
/// Build it once and keep it: `static let names = JSONNames(["transactionId", …])`.
package struct JSONNames: Sendable {
  /// The names, in the order given.
  package let names: [String]

  private let bytes: [UInt8]
  private let ranges: [Range<Int>]
  /// An open-addressed table of numbers into `names`; -1 where empty.
  private let slots: [Int32]

  /// The names to look for; of two equal ones the first counts.
  package init(_ names: [String]) {
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []
    for name in names {
      ranges.append(bytes.count..<bytes.count + name.utf8.count)
      bytes.append(contentsOf: name.utf8)
    }
    var size = 8
    while size < names.count * 4 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    for (number, range) in ranges.enumerated() {
      var slot = Self.slot(Self.fingerprint(of: bytes.span, range), size)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(number)
    }
    self.names = names
    self.bytes = bytes
    self.ranges = ranges
    self.slots = slots
  }

  /// The number of the name that `key` is, counted from 0; nil for an unknown key.
  package func index(of key: JSONToken, in scanner: borrowing JSONScanner) -> Int? {
    guard !key.isEscaped else {
      let text = scanner.text(of: key)
      return names.firstIndex { $0.utf8.elementsEqual(text.utf8) }
    }
    return index(of: key.range, in: scanner.bytes.span)
  }

  private func index(of range: Range<Int>, in text: Span<UInt8>) -> Int? {
    var slot = Self.slot(Self.fingerprint(of: text, range), slots.count)
    while true {
      let number = Int(slots[slot])
      guard number >= 0 else { return nil }
      if isName(number, range, text) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
  }

  private func isName(_ number: Int, _ range: Range<Int>, _ text: Span<UInt8>) -> Bool {
    let name = ranges[number]
    guard name.count == range.count else { return false }
    let known = bytes.span
    for step in 0..<range.count
    where known[name.lowerBound &+ step] != text[range.lowerBound &+ step] {
      return false
    }
    return true
  }

  private static func slot(_ fingerprint: UInt32, _ size: Int) -> Int {
    Int(truncatingIfNeeded: (fingerprint &* 0x9E37_79B1) >> 16) & (size - 1)
  }

  /// The length and four bytes of a key, enough to tell most keys apart.
  static func fingerprint(of text: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
    let count = range.count
    guard count > 0 else { return 0 }
    let low = range.lowerBound
    let first = UInt32(text[low]) ^ UInt32(text[low + count / 4]) << 3
    let middle = UInt32(text[low + count / 2])
    let last = UInt32(text[low + count - 1])
    return UInt32(truncatingIfNeeded: count) << 24 ^ first << 16 ^ middle << 8 ^ last
  }
}
