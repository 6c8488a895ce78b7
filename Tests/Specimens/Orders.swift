/// Numbers that look random and are the same in every run.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed &+ 0x9e37_79b9_7f4a_7c15
  }

  /// The next number, by SplitMix64.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  /// Whether something happens that happens once in so many times.
  package mutating func once(in times: Int) -> Bool {
    Int.random(in: 0..<times, using: &self) == 0
  }

  /// One of several.
  package mutating func pick<Element>(_ choices: [Element]) -> Element? {
    choices.randomElement(using: &self)
  }
}

extension Array {
  /// Every order of the elements; for small arrays only.
  package var permutations: [[Element]] {
    guard count > 1 else { return [self] }
    return indices.flatMap { place -> [[Element]] in
      var rest = self
      let first = rest.remove(at: place)
      return rest.permutations.map { [first] + $0 }
    }
  }
}

extension BookMaker {
  /// The same books in every order of records and of rows.
  package var everyOrder: [BookMaker] {
    sales.permutations.flatMap { sales in
      rows.permutations.map { rows in
        with {
          $0.sales = sales
          $0.rows = rows
        }
      }
    }
  }

  /// The same books in another order.
  package func shuffled(_ random: inout SeededRandom) -> BookMaker {
    var maker = self
    maker.sales.shuffle(using: &random)
    maker.rows.shuffle(using: &random)
    maker.renewals.shuffle(using: &random)
    maker.refused.shuffle(using: &random)
    return maker
  }
}
