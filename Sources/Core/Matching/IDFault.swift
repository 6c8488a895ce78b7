/// Why the id of a ledger row cannot be a transaction id of the store.
package enum IDFault: Sendable, Equatable {
  /// There is none.
  case missing
  /// It is zero.
  case zero
  /// A spreadsheet wrote it as `4.3E+14`: its digits are gone.
  case exponent
  /// Something else than digits, such as another provider's id.
  case foreign
  /// Digits with zeros in front.
  case padded
  /// It equals an id of the store only after rounding to a double.
  case rounded(from: String)

  /// What is wrong with `id`, the blanks around it gone; nil if it may be an id of the store.
  package init?(_ id: ArraySlice<UInt8>) {
    guard let first = id.first else {
      self = .missing
      return
    }
    if id.allSatisfy({ $0 == 0x30 }) {
      self = .zero
    } else if id.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard first == 0x30 else { return nil }
      self = .padded
    } else {
      self = Self.isExponent(id) ? .exponent : .foreign
    }
  }

  private static func isExponent(_ id: ArraySlice<UInt8>) -> Bool {
    guard let mark = id.firstIndex(where: { $0 == 0x45 || $0 == 0x65 }) else { return false }
    let mantissa = id[..<mark]
    let power = id[(mark + 1)...].drop { $0 == 0x2B || $0 == 0x2D }
    return !mantissa.isEmpty && !power.isEmpty
      && mantissa.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2C }
      && power.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// What is wrong, in words.
  package var words: String {
    switch self {
    case .missing: "there is no transaction id"
    case .zero: "the transaction id is zero"
    case .exponent:
      "the transaction id was written as a number by a spreadsheet, its digits are lost"
    case .foreign: "the transaction id is none of the App Store's, which are digits only"
    case .padded: "the transaction id has zeros in front, which makes it another id"
    case .rounded(let id):
      "the transaction id looks rounded: as a floating-point number it equals \(id)"
    }
  }
}

/// What remains of a decimal id after a program kept it in a floating-point value.
///
/// That is its leading 53 bits, rounded half to even, worked out in integers: an id never becomes
/// such a value here.
struct RoundedID: Hashable {
  private let value: UInt64

  /// Nil for what is no decimal number, needs no rounding, or is beyond 64 bits.
  init?(_ digits: ArraySlice<UInt8>) {
    guard digits.count >= 16, digits.count <= 20 else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      let (scaled, tooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, beyond) = scaled.addingReportingOverflow(UInt64(digit - 0x30))
      guard !tooLarge, !beyond else { return nil }
      number = sum
    }
    let surplus = 64 - number.leadingZeroBitCount - 53
    guard surplus > 0 else { return nil }
    let unit: UInt64 = 1 << UInt64(surplus)
    let below = number & (unit - 1)
    let kept = number - below
    let half = unit / 2
    let roundsUp = below > half || (below == half && (kept >> UInt64(surplus)) & 1 == 1)
    value = roundsUp ? kept &+ unit : kept
  }
}
