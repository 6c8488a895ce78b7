/// Numbers that look random and are the same for the same seed: SplitMix64.
///
/// The standard library's generator cannot be seeded, and a world must be made again to the byte.
struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A stream of its own for one story, so that no story changes when another is added.
  init(seed: UInt64, stream: Int) {
    var mixer = SeededRandom(
      seed: seed ^ UInt64(bitPattern: Int64(stream)) &* 0xd1b5_4a32_d192_ed03)
    state = mixer.next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number of the range; its slight bias does not matter in a world that is made up.
  mutating func number(in range: ClosedRange<Int64>) -> Int64 {
    let width = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int64(next() % width)
  }

  /// Whether something that happens so many times in a hundred happens now.
  mutating func happens(inHundred share: Int64) -> Bool {
    number(in: 0...99) < share
  }

  /// A random UUID of version 4 in lower case.
  mutating func uuid() -> String {
    var digits = (Self.hexadecimal(next()) + Self.hexadecimal(next())).map { $0 }
    digits[12] = "4"
    digits[16] = ["8", "9", "a", "b"][Int(next() % 4)]
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(digits[$0]) }.joined(separator: "-")
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
