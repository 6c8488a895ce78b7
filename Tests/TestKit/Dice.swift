import System

/// Throws that are the same for the same seed.
package struct Dice {
  private var state: UInt64

  /// Dice that begin with this seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// A number from zero to below `sides`.
  package mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % sides
  }

  /// The bytes with a few of them changed, lost or added.
  package mutating func mutant(of bytes: [UInt8]) -> [UInt8] {
    var changed = bytes
    for _ in 0...roll(4) where !changed.isEmpty {
      let place = roll(changed.count)
      switch roll(3) {
      case 0: changed[place] &+= UInt8(truncatingIfNeeded: 1 + roll(255))
      case 1: changed.remove(at: place)
      default: changed.insert(UInt8(truncatingIfNeeded: roll(256)), at: place)
      }
    }
    return changed
  }
}

/// How many rounds a fuzzer goes: `IAP_FUZZ_ITERATIONS`, or fewer where nobody asks for more.
package func fuzzRounds(_ usual: Int) -> Int {
  Environment.value("IAP_FUZZ_ITERATIONS").flatMap { Int($0) } ?? usual
}
