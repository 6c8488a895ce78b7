/// Amounts of money between their plain decimal text and whole thousandths, exactly.
package enum DecimalText {
  /// The thousandths of a text such as `4.99`, `-4.990`, `+230` or `.5`.
  ///
  /// More than three decimals are refused unless the rest are zeros; so are an exponent, a decimal
  /// comma and a separator of thousands, since each can be misread.
  package static func thousandths(_ text: Span<UInt8>) throws(DecimalFailure) -> Int64 {
    var index = 0
    let isNegative = text.count > 0 && text[0] == .minus
    if text.count > 0, isNegative || text[0] == .plus { index = 1 }
    var total: Int64 = 0
    var decimals: Int?
    var digitCount = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == .period, decimals == nil, index < text.count {
        decimals = 0
        continue
      }
      guard byte.isDigit else { throw Self.failure(at: byte) }
      digitCount += 1
      if let count = decimals {
        decimals = count + 1
        guard count < 3 else {
          guard byte == .zero else { throw DecimalFailure(.tooFine) }
          continue
        }
      }
      try push(Int64(byte & 0x0F), onto: &total)
    }
    guard digitCount > 0 else { throw DecimalFailure(.unreadable) }
    for _ in min(decimals ?? 0, 3)..<3 { try push(0, onto: &total) }
    return isNegative ? 0 - total : total
  }

  /// The thousandths of a text such as `4.99`.
  package static func thousandths(_ text: String) throws(DecimalFailure) -> Int64 {
    let bytes = Array(text.utf8)
    return try thousandths(bytes.span)
  }

  /// The text of an amount with three decimals: `4.990`.
  package static func text(thousandths: Int64) -> String {
    let digits = String(thousandths.magnitude)
    let padded = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    let sign = thousandths < 0 ? "-" : ""
    return sign + padded.dropLast(3) + "." + padded.suffix(3)
  }

  private static func push(_ digit: Int64, onto total: inout Int64) throws(DecimalFailure) {
    let (product, isTooLarge) = total.multipliedReportingOverflow(by: 10)
    let (sum, isTooFar) = product.addingReportingOverflow(digit)
    guard !isTooLarge, !isTooFar else { throw DecimalFailure(.tooLarge) }
    total = sum
  }

  private static func failure(at byte: UInt8) -> DecimalFailure {
    switch byte {
    case .comma: DecimalFailure(.comma)
    case UInt8(letter: "e"), UInt8(letter: "E"): DecimalFailure(.exponent)
    default: DecimalFailure(.unreadable)
    }
  }
}

/// Why a text is no amount.
package struct DecimalFailure: Error, Equatable, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Code: Equatable, Hashable, Sendable {
    case unreadable, comma, exponent, tooFine, tooLarge
  }

  /// What is wrong; tests and callers decide by this.
  package let code: Code

  init(_ code: Code) {
    self.code = code
  }

  /// What is wrong, in words.
  package var description: String {
    switch code {
    case .unreadable: "this is no plain decimal number"
    case .comma: "an amount is written with a point and without separators of thousands"
    case .exponent: "an amount is written without an exponent"
    case .tooFine: "an amount has at most three decimals"
    case .tooLarge: "this amount is too large"
    }
  }
}
