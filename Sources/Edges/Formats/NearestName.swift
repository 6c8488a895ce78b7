/// Finds the name that somebody probably meant.
package enum NearestName {
  /// Longer names are not compared: the work grows with the square of the length.
  private static let lengthLimit = 64

  /// The known name nearest to `name`, if it is near enough to be meant; of equals the first.
  ///
  /// Near enough is one slip in three letters; a slip is a letter too many, too few, wrong, or
  /// swapped with its neighbour. Upper and lower case do not count, nor `-` against `_`.
  package static func suggestion(for name: String, among known: [String]) -> String? {
    let wanted = folded(name)
    guard !wanted.isEmpty, wanted.count <= lengthLimit else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in known {
      let letters = folded(candidate)
      let limit = min(max(wanted.count, letters.count) / 3, (best?.distance ?? .max) - 1)
      guard letters.count <= lengthLimit, abs(letters.count - wanted.count) <= limit else {
        continue
      }
      let distance = distance(wanted, letters)
      if distance <= limit { best = (candidate, distance) }
    }
    return best?.name
  }

  /// How many slips lie between two names (optimal string alignment).
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let change = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { byte in
      byte == .minus ? UInt8(letter: "_") : byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
  }
}
