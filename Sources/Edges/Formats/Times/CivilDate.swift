/// A day of the Gregorian calendar, of any year.
package struct CivilDate: Equatable, Hashable, Sendable {
  /// The year; 0 is the year before 1.
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  /// A day that exists; nil for a 30 February.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.dayCount(ofMonth: month, in: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after 1970-01-01.
  ///
  /// The calendar is counted in eras of 400 years that begin on 1 March, so that the leap day is
  /// the last of its year (Howard Hinnant, "chrono-compatible low-level date algorithms").
  package init(daysSinceEpoch days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    self.month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    self.year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// How many days after 1970-01-01 it is; negative before.
  package var daysSinceEpoch: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func dayCount(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// A date and a time of day without a zone: not yet an instant.
package struct LocalTime: Equatable, Hashable, Sendable {
  /// The day.
  package let date: CivilDate
  /// The time of day in milliseconds, 0 to 86,399,999.
  package let millisecondOfDay: Int

  init(date: CivilDate, millisecondOfDay: Int) {
    self.date = date
    self.millisecondOfDay = millisecondOfDay
  }

  /// UNIX milliseconds of the instant at which a clock that runs `offsetSeconds` ahead of UTC
  /// shows this time.
  package func milliseconds(offsetSeconds: Int) -> Int64 {
    let seconds = Int64(date.daysSinceEpoch) * 86_400 - Int64(offsetSeconds)
    return seconds * 1_000 + Int64(millisecondOfDay)
  }
}
