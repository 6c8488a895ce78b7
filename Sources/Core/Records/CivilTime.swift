extension Instant {
  /// The moment in UTC as ISO 8601, with milliseconds only where there are any.
  package var text: String {
    let days = milliseconds.flooredDivision(by: Milliseconds.day)
    // Not by multiplying back: the first day of all begins before the first millisecond.
    let remainder = milliseconds % Milliseconds.day
    let rest = remainder < 0 ? remainder + Milliseconds.day : remainder
    let (year, month, day) = Self.civil(daysSince1970: days)
    let fraction = rest % 1_000
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60]
      .map { Self.padded($0, to: 2) }.joined(separator: ":")
    let date = "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
    return "\(date)T\(clock)\(fraction == 0 ? "" : "." + Self.padded(fraction, to: 3))Z"
  }

  /// The day of the Gregorian calendar, by Howard Hinnant's integer method.
  private static func civil(daysSince1970 days: Int64) -> (Int64, Int64, Int64) {
    let shifted = days + 719_468
    let era = shifted.flooredDivision(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    return (yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0), civilMonth, day)
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}

extension Int64 {
  fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
