import Formats
import Testing

/// 2026-03-10T03:00:00Z.
private let asOf: Int64 = 1_773_111_600_000

@Suite struct `Time text` {
  private func code(_ text: String, _ forms: TimeText.Forms = []) -> TimeFailure.Code? {
    do throws(TimeFailure) {
      _ = try TimeText.read(text, forms)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [
    ("2026-03-10T03:00:00Z", asOf), ("2026-03-10t03:00:00z", asOf), ("2026-03-10 03:00:00Z", asOf),
    ("2026-03-10T11:00:00+08:00", asOf), ("2026-03-10T11:00:00+0800", asOf),
    ("2026-03-10 11:00:00+08", asOf), ("2026-03-09T19:30:00-0730", asOf),
    ("2026-03-10T03:00:00.1Z", asOf + 100), ("2026-03-10T03:00:00.123456789Z", asOf + 123),
    ("2026-03-10T03:00:00.0009Z", asOf), ("2026-03-10T03:00Z", asOf),
    ("2026-03-10 03:00:00 Etc/GMT", asOf), ("2026-03-10 03:00:00 UTC", asOf),
    ("2026-03-10 03:00:00 +0000", asOf), ("2020-11-13 01:46:07 Etc/GMT", 1_605_231_967_000),
    ("1773111600", asOf), ("1773111600000", asOf), ("1773111600123", asOf + 123), ("0", 0),
    ("-1", -1_000), ("-62135769600000", -62_135_769_600_000), ("1969-12-31T23:59:59.999Z", -1),
    ("99999999999", 99_999_999_999_000), ("100000000000", 100_000_000_000),
    ("-99999999999", -99_999_999_999_000), ("-100000000000", -100_000_000_000),
    ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("9999-12-31T23:59:59Z", 253_402_300_799_000),
    ("2024-02-29T00:00:00Z", 1_709_164_800_000),
  ])
  func `reads an instant to the millisecond`(_ text: String, _ milliseconds: Int64) throws {
    #expect(try TimeText.read(text) == .instant(milliseconds))
    #expect(try TimeText.instant(text) == milliseconds)
  }

  @Test(arguments: [
    ("2026-02-29T00:00:00Z", TimeFailure.Code.noSuchTime), ("2026-13-01T00:00:00Z", .noSuchTime),
    ("1900-02-29T00:00:00Z", .noSuchTime), ("2026-03-10T24:00:00Z", .noSuchTime),
    ("2026-03-10T03:60:00Z", .noSuchTime), ("2026-03-10T03:00:61Z", .noSuchTime),
    ("2016-12-31T23:59:60Z", .leapSecond), ("2026-03-10T03:00:00+24:00", .noSuchTime),
    ("2026-03-10T03:00:00.Z", .unreadable), ("2026-03-10T03:00:00.1234567890Z", .unreadable),
    ("2026-03-10T03:00:00Zx", .unreadable), ("2026-03-10T03:00:00 ", .unreadable),
    ("2026-03-10T03:00:00+08:0", .unreadable), ("2026-3-10T03:00:00Z", .unreadable),
    ("2026-03-10x03:00:00Z", .unreadable), ("2026-03-10T03", .unreadable), ("", .unreadable),
    ("yesterday", .unreadable), ("-", .unreadable), ("1.5", .unreadable), (" 1", .unreadable),
    ("+1", .unreadable), ("1697679936049.7297", .unreadable), ("1.7E+12", .unreadable),
    ("2026-03-10", .incomplete), ("99999999999999999999", .tooLarge),
    ("2026-03-10 03:00:00 Am\u{E9}rica", .unreadable), ("2026/03/10 03:00:00", .unreadable),
    ("10.03.2026", .unreadable), ("2026-03-10T03:00:00Z\0", .unreadable),
  ])
  func `says why a text is no time`(_ text: String, _ expected: TimeFailure.Code) {
    #expect(code(text) == expected)
  }

  @Test func `leaves a time without a zone to the caller`() throws {
    let date = try #require(CivilDate(year: 2020, month: 11, day: 12))
    let local = try TimeText.read("2020-11-12 17:46:07.5")
    guard case .local(let time) = local else {
      Issue.record("\(local)")
      return
    }
    #expect(time.date == date)
    #expect(time.millisecondOfDay == ((17 * 60 + 46) * 60 + 7) * 1_000 + 500)
    let pacific = try TimeText.read("2020-11-12 17:46:07 America/Los_Angeles")
    guard case .zoned(let zoned, "America/Los_Angeles") = pacific else {
      Issue.record("\(pacific)")
      return
    }
    #expect(zoned.milliseconds(offsetSeconds: -8 * 3_600) == 1_605_231_967_000)
    for text in ["2020-11-12 17:46:07", "2020-11-12 17:46:07 America/Los_Angeles", "2020-11-12"] {
      #expect(throws: TimeFailure.self) { try TimeText.instant(text, .bareDates) }
    }
  }

  @Test func `reads further forms only where asked`() throws {
    let day = try #require(CivilDate(year: 2026, month: 3, day: 10))
    #expect(try TimeText.read("2026-03-10", .bareDates) == .day(day))
    #expect(
      try TimeText.read("1697679936049.7297", .fractionalMilliseconds)
        == .instant(1_697_679_936_049))
    #expect(
      try TimeText.read("-62135769600000.5", .fractionalMilliseconds)
        == .instant(-62_135_769_600_000))
    for text in ["1697679936.5", "1697679936049.", ".5", "1697679936049.7e2", "1.2.3", "-.5"] {
      #expect(code(text, .fractionalMilliseconds) == .unreadable, "\(text)")
    }
  }

  @Test(arguments: [
    (asOf, "2026-03-10T03:00:00Z"), (asOf + 123, "2026-03-10T03:00:00.123Z"),
    (asOf + 7, "2026-03-10T03:00:00.007Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (-62_135_769_600_000, "0000-12-30T00:00:00Z"), (253_402_300_800_000, "+010000-01-01T00:00:00Z"),
    (-62_167_219_200_001, "-000001-12-31T23:59:59.999Z"),
  ])
  func `writes ISO 8601`(_ milliseconds: Int64, _ text: String) {
    #expect(TimeText.iso(milliseconds) == text)
  }

  @Test func `writes the ends of its range`() {
    #expect(TimeText.iso(.max) == "+292278994-08-17T07:12:55.807Z")
    #expect(TimeText.iso(.min) == "-292275055-05-16T16:47:04.192Z")
  }

  @Test func `counts days there and back`() throws {
    var previous = CivilDate(daysSinceEpoch: -1_000_001)
    for days in -1_000_000...1_000_000 {
      let date = CivilDate(daysSinceEpoch: days)
      if date.daysSinceEpoch != days || date == previous { Issue.record("day \(days)") }
      previous = date
    }
    #expect(CivilDate(year: 1970, month: 1, day: 1)?.daysSinceEpoch == 0)
    #expect(CivilDate(year: 2000, month: 3, day: 1)?.daysSinceEpoch == 11_017)
    #expect(CivilDate(year: 2023, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2023, month: 0, day: 1) == nil)
    #expect(CivilDate(year: 2023, month: 4, day: 31) == nil)
  }

  @Test func `reads back whatever it writes`() throws {
    var generator = SeededGenerator(seed: 8_601)
    for _ in 0..<2_000 {
      let instant = Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &generator)
      #expect(try TimeText.instant(TimeText.iso(instant)) == instant)
    }
  }
}
