import Formats
import Records

extension FieldValue {
  /// A moment in UNIX milliseconds; nil for 0, by which servers of our users' say "never".
  ///
  /// `isLocal` payloads come from Xcode, which writes fractions of a millisecond (cut off here as
  /// text, never computed) and moments long before 1970.
  func instant(isLocal: Bool) throws(FieldFailure) -> Instant? {
    guard form == .text || form == .number else { throw failure("is no date") }
    var digits = range
    if isLocal, let point = bytes[range].firstIndex(of: UInt8(ascii: ".")) {
      digits = range.lowerBound..<point
    }
    guard let milliseconds = WholeNumber.parse(bytes.span.extracting(digits)) else {
      throw failure("is no date in whole milliseconds")
    }
    guard milliseconds != 0 else { return nil }
    guard isLocal || Self.plausible.contains(milliseconds) else {
      throw failure(
        Self.plausible.contains(milliseconds.multipliedReportingOverflow(by: 1_000).partialValue)
          ? "is in seconds; the store's dates are in milliseconds" : "is no date of our time")
    }
    return Instant(milliseconds: milliseconds)
  }

  /// 1973 to 9999: later than any count of seconds of our time, and no date beyond four digits.
  private static let plausible: ClosedRange<Int64> = 100_000_000_000...253_402_300_799_999
}
