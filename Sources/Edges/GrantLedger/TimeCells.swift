import Formats
import Records

/// Reads the times of a ledger.
struct TimeCells: Sendable {
  private var clock: ZonedClock?
  /// Clocks of zones that cells name themselves.
  private var named: [String: ZonedClock] = [:]

  /// Times without a zone are meant in the ledger's, if it says one.
  init(_ settings: LedgerSettings) throws(InputFailure) {
    guard let zone = settings.timeZone else { return }
    do throws(TimeFailure) {
      clock = try ZonedClock(zone: zone)
    } catch {
      throw InputFailure(
        .configuration, "the time zone of the ledger `\(settings.name)`: \(error.reason)")
    }
  }

  /// The moment that a cell names.
  mutating func instant(_ text: Span<UInt8>) throws(TimeFailure) -> Instant {
    switch try TimeText.read(text) {
    case .instant(let milliseconds): return Instant(milliseconds: milliseconds)
    case .zoned(let local, let zone):
      var clock = try clock(of: zone)
      defer { named[zone] = clock }
      return Instant(milliseconds: clock.instant(of: local).milliseconds)
    case .local(let local):
      guard let moment = clock?.instant(of: local) else { return try TimeText.needsZone(text) }
      return Instant(milliseconds: moment.milliseconds)
    case .day:
      return try TimeText.needsZone(text)
    }
  }

  private func clock(of zone: String) throws(TimeFailure) -> ZonedClock {
    if let known = named[zone] { return known }
    return try ZonedClock(zone: zone)
  }
}

extension TimeText {
  /// Refuses a time that is no instant by itself, in the words of the reader.
  fileprivate static func needsZone(_ text: Span<UInt8>) throws(TimeFailure) -> Instant {
    Instant(milliseconds: try instant(text))
  }
}

/// What is wrong with a time and what to do.
func advice(on failure: TimeFailure) -> String {
  failure.code == .incomplete
    ? failure.reason + ", or say the ledger's `timeZone`" : failure.reason
}
