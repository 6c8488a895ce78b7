/// Times out of text and into text, as UNIX milliseconds, by whole numbers alone.
package enum TimeText {
  /// What a text says about time.
  package enum Reading: Equatable, Hashable, Sendable {
    /// An instant, in UNIX milliseconds.
    case instant(Int64)
    /// A date and time without a zone: a ``ZonedClock`` makes an instant of it.
    case local(LocalTime)
    /// The same with its zone's name, such as `America/Los_Angeles`.
    case zoned(LocalTime, zone: String)
    /// A day without a time; only where ``Forms/bareDates`` was asked for.
    case day(CivilDate)
  }

  /// Forms that are read only where the caller asks for them.
  package struct Forms: OptionSet, Sendable {
    /// One bit a form.
    package let rawValue: Int

    /// The forms with these bits.
    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// `2026-03-10`.
    package static let bareDates = Forms(rawValue: 1)
    /// `1697679936049.7297`, as Xcode writes milliseconds; what follows the point is cut off.
    package static let fractionalMilliseconds = Forms(rawValue: 2)
  }

  /// Whole numbers of at least this size, either way, are milliseconds; smaller ones are seconds.
  ///
  /// As milliseconds that is 3 March 1973, as seconds the year 5138: no purchase lies outside.
  package static let leastMilliseconds: Int64 = 100_000_000_000

  /// Reads a time.
  ///
  /// ISO 8601 with a zone (`Z`, `+08:00`, `+0800`, `+08`), T or a blank between date and time, up
  /// to nine digits of fraction of which three count; whole seconds or milliseconds since 1970; a
  /// zone's name at the end, as Apple's receipts have it; and the same without any zone.
  package static func read(
    _ text: Span<UInt8>, _ forms: Forms = []
  ) throws(TimeFailure) -> Reading {
    guard text.count > 0 else { throw TimeFailure(.unreadable, "the time is empty") }
    if text.count > 4, text[4] == .minus, text[0].isDigit {
      var reader = ClockReader(at: 0)
      return try reader.read(text, forms)
    }
    return .instant(try number(text, forms))
  }

  /// Reads a time.
  package static func read(_ text: String, _ forms: Forms = []) throws(TimeFailure) -> Reading {
    let bytes = Array(text.utf8)
    return try read(bytes.span, forms)
  }

  /// Reads a time that must be an instant by itself; a local time is refused.
  package static func instant(
    _ text: Span<UInt8>, _ forms: Forms = []
  ) throws(TimeFailure) -> Int64 {
    switch try read(text, forms.subtracting(.bareDates)) {
    case .instant(let milliseconds): return milliseconds
    case .local, .day:
      throw TimeFailure(.incomplete, "the time has no zone; write it with Z or an offset")
    case .zoned(_, let zone):
      throw TimeFailure(.incomplete, "the time is in the zone \(zone); write it with an offset")
    }
  }

  /// Reads a time that must be an instant by itself; a local time is refused.
  package static func instant(
    _ text: String, _ forms: Forms = []
  ) throws(TimeFailure) -> Int64 {
    let bytes = Array(text.utf8)
    return try instant(bytes.span, forms)
  }

  private static func number(
    _ text: Span<UInt8>, _ forms: Forms
  ) throws(TimeFailure) -> Int64 {
    var end = 0
    while end < text.count, text[end].isDigit || end == 0 && text[end] == .minus { end += 1 }
    if end < text.count {
      guard forms.contains(.fractionalMilliseconds), isFraction(text, from: end) else {
        throw TimeFailure(.unreadable, "this is neither an ISO 8601 time nor a whole number")
      }
    }
    guard let value = WholeNumber.parse(text.extracting(0..<end)) else {
      guard end > 1 else { throw TimeFailure(.unreadable, "this is no time") }
      throw TimeFailure(.tooLarge, "this number is too large for a time")
    }
    if value.magnitude >= leastMilliseconds.magnitude { return value }
    guard end == text.count else {
      throw TimeFailure(
        .unreadable, "this number has a fraction and is too small to be milliseconds")
    }
    return value * 1_000
  }

  private static func isFraction(_ text: Span<UInt8>, from start: Int) -> Bool {
    guard text[start] == .period, start > 0, start + 1 < text.count else { return false }
    for index in start + 1..<text.count where !text[index].isDigit { return false }
    return text[start - 1].isDigit
  }
}
