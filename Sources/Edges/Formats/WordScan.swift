// Looks at eight bytes at a time, in safe code: a span's bounds are checked once for all eight.
//
// Measured with a stop every twelve bytes: twice as fast as one byte after another.

extension Span<UInt8> {
  /// Eight bytes in one word, the first one lowest; the compiler makes one load of it.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    let eight = extracting(index..<index &+ 8)
    var word: UInt64 = 0
    for step in 0..<8 { word |= UInt64(eight[step]) << UInt64(step &* 8) }
    return word
  }
}

extension UInt64 {
  static let highBits: UInt64 = 0x8080_8080_8080_8080
  private static let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

  /// The high bit of each byte that equals `byte`; exact, for no carry crosses a byte.
  @inline(__always)
  func bytes(equalTo byte: UInt8) -> UInt64 {
    let difference = self ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return ~((difference & Self.lowBits &+ Self.lowBits) | difference) & Self.highBits
  }

  /// The high bit of each byte that is ASCII and below `limit`, which is ASCII too.
  @inline(__always)
  func bytes(below limit: UInt8) -> UInt64 {
    let reach = 0x0101_0101_0101_0101 &* UInt64(0x80 - limit)
    return ~((self & Self.lowBits &+ reach) | self) & Self.highBits
  }
}
