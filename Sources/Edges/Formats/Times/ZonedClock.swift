private import Foundation

/// Makes instants of local times of one time zone.
///
/// This is the one file of the room that asks Foundation, for the zone's rules.
package struct ZonedClock: Sendable {
  /// How a local time became an instant.
  package enum Certainty: Equatable, Hashable, Sendable {
    /// The time came once.
    case exact
    /// Clocks were set back and the time came twice; the earlier instant was taken.
    case ambiguous
    /// Clocks were set forward and the time never came; it was shifted forward by as much.
    case skipped
  }

  /// An instant and how sure it is.
  package struct Instant: Equatable, Hashable, Sendable {
    /// UNIX milliseconds.
    package let milliseconds: Int64
    /// How the local time became an instant.
    package let certainty: Certainty
  }

  /// The zone's name as it was given.
  package let zone: String

  private enum Rule: Sendable {
    case fixed(seconds: Int)
    case zone(TimeZone)
  }

  private let rule: Rule
  /// The offset on local days that lie far from any change, in seconds, by day since 1970.
  private var quietDays: [Int: Int] = [:]

  /// The clock of a zone: `UTC`, an offset such as `+08:00`, or a name such as `Asia/Shanghai`.
  package init(zone: String) throws(TimeFailure) {
    self.zone = zone
    if ["Z", "UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(zone) {
      self.rule = .fixed(seconds: 0)
    } else if zone.hasPrefix("+") || zone.hasPrefix("-") {
      let text = Array(zone.utf8)
      var reader = ClockReader(at: 0)
      self.rule = .fixed(seconds: try reader.offset(text.span))
    } else {
      // Foundation also takes abbreviations such as `CST`, which mean several zones at once.
      guard Self.isKnown(zone), let found = TimeZone(identifier: zone) else {
        throw Self.unknown(zone)
      }
      self.rule = .zone(found)
    }
  }

  private static func isKnown(_ zone: String) -> Bool {
    zone.contains("/") || TimeZone.knownTimeZoneIdentifiers.contains(zone)
  }

  private static func unknown(_ zone: String) -> TimeFailure {
    let nearest = NearestName.suggestion(for: zone, among: TimeZone.knownTimeZoneIdentifiers)
    let advice = nearest.map { "did you mean `\($0)`?" } ?? "use a name such as `Europe/Berlin`"
    return TimeFailure(.unknownZone, "no time zone `\(zone)` is known; \(advice)")
  }

  /// The instant at which this zone's clocks show `local`.
  package mutating func instant(of local: LocalTime) -> Instant {
    let zone: TimeZone
    switch rule {
    case .fixed(let seconds):
      return Instant(milliseconds: local.milliseconds(offsetSeconds: seconds), certainty: .exact)
    case .zone(let found):
      zone = found
    }
    let day = local.date.daysSinceEpoch
    if let quiet = quietDays[day] {
      return Instant(milliseconds: local.milliseconds(offsetSeconds: quiet), certainty: .exact)
    }
    // No zone is a day and a half away from UTC, so any change near this local day shows here.
    let before = Self.offset(zone, atSecond: day * 86_400 - 129_600)
    let after = Self.offset(zone, atSecond: day * 86_400 + 216_000)
    if before == after, quietDays.count < 100_000 {
      quietDays[day] = before
      return Instant(milliseconds: local.milliseconds(offsetSeconds: before), certainty: .exact)
    }
    return Self.nearChange(local, zone, before, after)
  }

  private static func nearChange(
    _ local: LocalTime, _ zone: TimeZone, _ before: Int, _ after: Int
  ) -> Instant {
    let candidates = [before, after]
      .map { local.milliseconds(offsetSeconds: $0) }
      .filter { candidate in
        let second = Int(candidate / 1_000) - (candidate % 1_000 < 0 ? 1 : 0)
        return local.milliseconds(offsetSeconds: offset(zone, atSecond: second)) == candidate
      }
    guard let earliest = candidates.min(), let latest = candidates.max() else {
      // The old offset, applied past the change, lands as far behind it as the clocks jumped.
      return Instant(milliseconds: local.milliseconds(offsetSeconds: before), certainty: .skipped)
    }
    return Instant(
      milliseconds: earliest, certainty: earliest == latest ? .exact : .ambiguous)
  }

  private static func offset(_ zone: TimeZone, atSecond second: Int) -> Int {
    // Exact: a Double holds every whole second of the years this program meets.
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
  }
}
