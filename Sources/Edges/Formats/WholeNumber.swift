/// Whole numbers out of text, exactly or not at all.
package enum WholeNumber {
  /// The value of `-?[0-9]+`; nil for any other text and for what does not fit 64 bits.
  package static func parse(_ text: Span<UInt8>) -> Int64? {
    guard text.count > 0 else { return nil }
    let isNegative = text[0] == .minus
    var index = isNegative ? 1 : 0
    guard index < text.count else { return nil }
    // Eighteen digits always fit, so only longer texts need checked arithmetic.
    guard text.count - index <= 18 else { return parseLong(text, from: index, isNegative) }
    var value: Int64 = 0
    while index < text.count {
      guard text[index].isDigit else { return nil }
      value = value &* 10 &+ Int64(text[index] & 0x0F)
      index &+= 1
    }
    return isNegative ? 0 &- value : value
  }

  private static func parseLong(
    _ text: Span<UInt8>, from start: Int, _ isNegative: Bool
  ) -> Int64? {
    var value: Int64 = 0
    for index in start..<text.count {
      guard text[index].isDigit else { return nil }
      let digit = Int64(text[index] & 0x0F)
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      // Downwards for negatives, since the least Int64 has no positive twin.
      let (sum, isTooFar) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !isTooLarge, !isTooFar else { return nil }
      value = sum
    }
    return value
  }
}

/// Two hexadecimal digits.
func hexadecimal(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count == 1 ? "0" + digits : digits
}
