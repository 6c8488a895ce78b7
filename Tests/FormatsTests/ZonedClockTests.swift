import Formats
import Testing

@Suite struct `Zoned clock` {
  private func instant(
    _ text: String, in zone: String
  ) throws(TimeFailure) -> (String, ZonedClock.Certainty) {
    var clock = try ZonedClock(zone: zone)
    guard case .local(let local) = try TimeText.read(text) else { return ("not local", .exact) }
    let first = clock.instant(of: local)
    // Asked again, the answer comes out of the clock's memory and must be the same.
    let second = clock.instant(of: local)
    return first == second ? (TimeText.iso(first.milliseconds), first.certainty) : ("?", .exact)
  }

  @Test(arguments: [
    ("2026-01-15 12:00:00", "Europe/Berlin", "2026-01-15T11:00:00Z"),
    ("2026-07-15 12:00:00.25", "Europe/Berlin", "2026-07-15T10:00:00.250Z"),
    ("2020-11-12 17:46:07", "America/Los_Angeles", "2020-11-13T01:46:07Z"),
    ("2026-03-10 11:00:00", "Asia/Shanghai", "2026-03-10T03:00:00Z"),
    ("2026-03-10 11:00:00", "+08:00", "2026-03-10T03:00:00Z"),
    ("2026-03-10 03:00:00", "UTC", "2026-03-10T03:00:00Z"),
    ("2026-03-10 08:45:00", "Asia/Kathmandu", "2026-03-10T03:00:00Z"),
    ("1969-12-31 23:59:59.999", "UTC", "1969-12-31T23:59:59.999Z"),
    ("2026-03-29 01:59:59", "Europe/Berlin", "2026-03-29T00:59:59Z"),
    ("2026-03-29 03:00:00", "Europe/Berlin", "2026-03-29T01:00:00Z"),
    ("2026-10-25 01:59:59", "Europe/Berlin", "2026-10-24T23:59:59Z"),
    ("2026-10-25 03:00:00", "Europe/Berlin", "2026-10-25T02:00:00Z"),
  ])
  func `finds the instant`(_ local: String, _ zone: String, _ utc: String) throws {
    #expect(try instant(local, in: zone) == (utc, .exact))
  }

  @Test func `takes the earlier instant of an hour that comes twice`() throws {
    #expect(
      try instant("2026-10-25 02:30:00", in: "Europe/Berlin")
        == ("2026-10-25T00:30:00Z", .ambiguous))
    #expect(
      try instant("2026-11-01 01:00:00", in: "America/Los_Angeles")
        == ("2026-11-01T08:00:00Z", .ambiguous))
  }

  @Test func `shifts an hour that never comes forward`() throws {
    #expect(
      try instant("2026-03-29 02:30:00", in: "Europe/Berlin") == ("2026-03-29T01:30:00Z", .skipped))
    #expect(
      try instant("2011-12-30 12:00:00", in: "Pacific/Apia") == ("2011-12-30T22:00:00Z", .skipped))
  }

  @Test(arguments: ["Europe/Berln", "CST", "Nowhere", "", "../etc/passwd", "+8", "+25:00"])
  func `refuses a zone that nobody knows`(_ zone: String) {
    #expect(throws: TimeFailure.self) { try ZonedClock(zone: zone) }
  }

  @Test func `names the zone that was probably meant`() {
    do throws(TimeFailure) {
      _ = try ZonedClock(zone: "Europe/Berln")
    } catch {
      #expect(error.code == .unknownZone)
      #expect(
        error.reason == "no time zone `Europe/Berln` is known; did you mean `Europe/Berlin`?")
    }
  }
}
