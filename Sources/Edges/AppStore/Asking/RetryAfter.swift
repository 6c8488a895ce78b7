import Formats

/// Reads the header `Retry-After`.
///
/// Apple writes the moment itself in UNIX milliseconds where the HTTP standard has seconds to wait;
/// gateways before it go by the standard (facts 3.3).
enum RetryAfter {
  /// The moment to come back at, in UNIX milliseconds; nil where none is named or it has passed.
  static func moment(_ text: String?, now: Int64) -> Int64? {
    guard let text else { return nil }
    let number = Array(text.utf8)
    let moment = WholeNumber.parse(number.span).map { reading($0, now: now) } ?? date(text)
    return moment.flatMap { $0 > now ? $0 : nil }
  }

  private static func reading(_ number: Int64, now: Int64) -> Int64 {
    switch number {
    case 100_000_000_001...: number
    case 1_000_000_000...100_000_000_000: number * 1_000
    default: now + max(0, number) * 1_000
    }
  }

  /// A date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
  private static func date(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      let month = months.firstIndex(of: String(words[2])),
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    let seconds = clock[0] * 3_600 + clock[1] * 60 + clock[2]
    return (Int64(date.daysSinceEpoch) * 86_400 + seconds) * 1_000
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
