/// Reads `2026-03-10T03:00:00.123+08:00` and its relatives from front to back.
struct ClockReader {
  private var index: Int

  init(at index: Int) {
    self.index = index
  }

  mutating func read(
    _ text: Span<UInt8>, _ forms: TimeText.Forms
  ) throws(TimeFailure) -> TimeText.Reading {
    let date = try date(text)
    guard index < text.count else {
      guard forms.contains(.bareDates) else {
        throw TimeFailure(.incomplete, "this is a day without a time")
      }
      return .day(date)
    }
    guard text[index] == .space || text[index] | 0x20 == UInt8(letter: "t") else {
      throw TimeFailure(.unreadable, "a T or a blank should follow the date")
    }
    index += 1
    let local = LocalTime(date: date, millisecondOfDay: try timeOfDay(text))
    guard index < text.count else { return .local(local) }
    return try zone(text, local)
  }

  private mutating func date(_ text: Span<UInt8>) throws(TimeFailure) -> CivilDate {
    let year = try digits(4, text)
    try step(over: .minus, text)
    let month = try digits(2, text)
    try step(over: .minus, text)
    let day = try digits(2, text)
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw TimeFailure(.noSuchTime, "there is no such day")
    }
    return date
  }

  /// The time of day in milliseconds; the seconds may be missing.
  private mutating func timeOfDay(_ text: Span<UInt8>) throws(TimeFailure) -> Int {
    let hour = try digits(2, text)
    try step(over: .colon, text)
    let minute = try digits(2, text)
    var second = 0
    var millisecond = 0
    if index < text.count, text[index] == .colon {
      index += 1
      second = try digits(2, text)
      if index < text.count, text[index] == .period { millisecond = try fraction(text) }
    }
    guard second != 60 else {
      throw TimeFailure(
        .leapSecond, "UNIX time has no leap second; write second 59 or the next minute")
    }
    guard hour < 24, minute < 60, second < 60 else {
      throw TimeFailure(.noSuchTime, "there is no such time of day")
    }
    return ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond
  }

  /// Up to nine digits behind the point, of which three count.
  private mutating func fraction(_ text: Span<UInt8>) throws(TimeFailure) -> Int {
    index += 1
    let start = index
    var millisecond = 0
    while index < text.count, text[index].isDigit {
      let place = index - start
      if place < 3 { millisecond = millisecond * 10 + Int(text[index] & 0x0F) }
      index += 1
    }
    let count = index - start
    guard (1...9).contains(count) else {
      throw TimeFailure(.unreadable, "a fraction of a second has one to nine digits")
    }
    for _ in min(count, 3)..<3 { millisecond *= 10 }
    return millisecond
  }

  private mutating func zone(
    _ text: Span<UInt8>, _ local: LocalTime
  ) throws(TimeFailure) -> TimeText.Reading {
    if text[index] == .space { index += 1 }
    guard index < text.count else { throw Self.trailing }
    switch text[index] {
    case .plus, .minus:
      return .instant(local.milliseconds(offsetSeconds: try offset(text)))
    case UInt8(letter: "Z"), UInt8(letter: "z"):
      guard index + 1 == text.count else { throw Self.trailing }
      return .instant(local.milliseconds(offsetSeconds: 0))
    default:
      let name = try zoneName(text)
      let isUTC = ["UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(name)
      return isUTC
        ? .instant(local.milliseconds(offsetSeconds: 0)) : .zoned(local, zone: name)
    }
  }

  private static let trailing = TimeFailure(.unreadable, "something follows the time")

  /// `+08:00`, `+0800` or `+08`, in seconds.
  mutating func offset(_ text: Span<UInt8>) throws(TimeFailure) -> Int {
    let sign = text[index] == .minus ? -1 : 1
    index += 1
    let hour = try digits(2, text)
    var minute = 0
    if index < text.count {
      if text[index] == .colon { index += 1 }
      minute = try digits(2, text)
    }
    guard index == text.count else { throw Self.trailing }
    guard hour < 24, minute < 60 else {
      throw TimeFailure(.noSuchTime, "there is no such offset from UTC")
    }
    return sign * (hour * 60 + minute) * 60
  }

  /// A name such as `America/Los_Angeles`: a letter, then letters, digits and `/ _ - +`.
  private func zoneName(_ text: Span<UInt8>) throws(TimeFailure) -> String {
    var name = ""
    for position in index..<text.count {
      let byte = text[position]
      let isInside = byte.isDigit || [.slash, UInt8(letter: "_"), .minus, .plus].contains(byte)
      guard byte.isLetter || position > index && isInside else { throw Self.trailing }
      name.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return name
  }

  private mutating func digits(_ count: Int, _ text: Span<UInt8>) throws(TimeFailure) -> Int {
    guard index + count <= text.count else {
      throw TimeFailure(.unreadable, "the time is cut off")
    }
    var value = 0
    for position in index..<index + count {
      guard text[position].isDigit else {
        throw TimeFailure(.unreadable, "a digit is missing where the time needs one")
      }
      value = value * 10 + Int(text[position] & 0x0F)
    }
    index += count
    return value
  }

  private mutating func step(over byte: UInt8, _ text: Span<UInt8>) throws(TimeFailure) {
    guard index < text.count, text[index] == byte else {
      throw TimeFailure(.unreadable, "this has not the form of an ISO 8601 time")
    }
    index += 1
  }
}
