import Records

/// How long before the clock something happens; negative is still to come.
package struct Ago: Sendable, Equatable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// So many days before the clock.
  package static func days(_ count: Int64) -> Ago { Ago(milliseconds: count * Milliseconds.day) }
  /// So many hours before the clock.
  package static func hours(_ count: Int64) -> Ago { Ago(milliseconds: count * Milliseconds.hour) }
  /// So many minutes before the clock.
  package static func minutes(_ count: Int64) -> Ago {
    Ago(milliseconds: count * Milliseconds.minute)
  }
  /// So many seconds before the clock.
  package static func seconds(_ count: Int64) -> Ago {
    Ago(milliseconds: count * Milliseconds.second)
  }

  /// Reads `3d`, `5h`, `10m`, `30s`, or a sum of them such as `3d2h`; a leading minus is the future.
  package init?(text: String) {
    let isFuture = text.hasPrefix("-")
    var total: Int64 = 0
    var digits = ""
    for character in text.dropFirst(isFuture ? 1 : 0) {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      guard let unit = Self.units[character], let count = Int64(digits), count <= 100_000 else {
        return nil
      }
      total += count * unit
      digits = ""
    }
    guard digits.isEmpty, !text.isEmpty, text != "-" else { return nil }
    milliseconds = isFuture ? -total : total
  }

  private static let units: [Character: Int64] = [
    "d": Milliseconds.day, "h": Milliseconds.hour, "m": Milliseconds.minute,
    "s": Milliseconds.second,
  ]
}
