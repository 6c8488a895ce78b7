package import Records

extension Instant {
  /// The one moment at which specimens are judged: noon of a Tuesday in March 2026, UTC.
  package static let noon = Instant(milliseconds: 1_773_144_000_000)

  /// So long before.
  package func minus(
    days: Int64 = 0, hours: Int64 = 0, minutes: Int64 = 0, seconds: Int64 = 0,
    milliseconds: Int64 = 0
  ) -> Instant {
    adding(
      milliseconds:
        -(days * Milliseconds.day + hours * Milliseconds.hour
        + minutes * Milliseconds.minute + seconds * Milliseconds.second + milliseconds))
  }

  /// So long after.
  package func plus(
    days: Int64 = 0, hours: Int64 = 0, minutes: Int64 = 0, seconds: Int64 = 0,
    milliseconds: Int64 = 0
  ) -> Instant {
    minus(
      days: -days, hours: -hours, minutes: -minutes, seconds: -seconds,
      milliseconds: -milliseconds)
  }
}

extension Circumstances {
  /// The app of all specimens, judged at noon with the rules of an empty job.
  package static let noon = Circumstances(
    bundleID: "com.example.game", environment: "Production", asOf: .noon)

  /// The same but for one thing.
  package static func noon(_ change: (inout Circumstances) -> Void) -> Circumstances {
    var circumstances = noon
    change(&circumstances)
    return circumstances
  }
}
