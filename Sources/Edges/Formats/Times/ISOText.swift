extension TimeText {
  /// An instant as ISO 8601 in UTC: `2026-03-10T03:00:00Z`, with milliseconds only where they are
  /// not zero.
  ///
  /// Years outside 0 to 9999 get a sign and at least six digits, as ISO 8601 has it.
  package static func iso(_ milliseconds: Int64) -> String {
    let remainder = milliseconds % 86_400_000
    let days = milliseconds / 86_400_000 - (remainder < 0 ? 1 : 0)
    let rest = Int(remainder < 0 ? remainder + 86_400_000 : remainder)
    let second = rest / 1_000
    let time = pad(second / 3_600, 2) + ":" + pad(second / 60 % 60, 2) + ":" + pad(second % 60, 2)
    let fraction = rest % 1_000 == 0 ? "" : "." + pad(rest % 1_000, 3)
    return iso(CivilDate(daysSinceEpoch: Int(days))) + "T" + time + fraction + "Z"
  }

  /// A day as ISO 8601: `2026-03-10`.
  package static func iso(_ date: CivilDate) -> String {
    let year =
      (0...9_999).contains(date.year)
      ? pad(date.year, 4) : (date.year < 0 ? "-" : "+") + pad(abs(date.year), 6)
    return year + "-" + pad(date.month, 2) + "-" + pad(date.day, 2)
  }

  private static func pad(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
