import Records

/// Where a sweep through the notifications stands: its window, and how far it goes as a whole.
///
/// It is kept from run to run, since a page's token holds only for the very same window.
struct SweepPosition: Sendable, Equatable {
  /// The first millisecond of the window.
  let windowStart: Int64
  /// Where the window ends and the next begins.
  let windowEnd: Int64
  let sweepStart: Int64
  let sweepEnd: Int64

  /// A window is short enough to be read again when its token has expired, and long enough that a
  /// quiet app costs few requests.
  private static let windowLength = 3 * Milliseconds.day

  /// The beginning of a sweep; nil for one without length.
  init?(from start: Int64, to end: Int64) {
    guard start < end else { return nil }
    self.init(start, start, end)
  }

  private init(_ windowStart: Int64, _ sweepStart: Int64, _ sweepEnd: Int64) {
    self.windowStart = windowStart
    windowEnd = min(windowStart + Self.windowLength, sweepEnd)
    self.sweepStart = sweepStart
    self.sweepEnd = sweepEnd
  }

  /// The window behind this one; nil at the sweep's end.
  var next: SweepPosition? {
    windowEnd < sweepEnd ? SweepPosition(windowEnd, sweepStart, sweepEnd) : nil
  }

  /// The window's name, as the subject of its pages.
  var subject: String { "\(windowStart)-\(windowEnd)" }

  /// The whole position as a cursor keeps it.
  var text: String { "\(windowStart) \(windowEnd) \(sweepStart) \(sweepEnd)" }

  /// Reads what `text` wrote; nil for anything else.
  init?(text: String) {
    let numbers = text.split(separator: " ").map { Int64($0) }
    guard numbers.count == 4, let windowStart = numbers[0], let windowEnd = numbers[1],
      let sweepStart = numbers[2], let sweepEnd = numbers[3], sweepStart <= windowStart,
      windowStart < windowEnd, windowEnd <= sweepEnd
    else { return nil }
    self.windowStart = windowStart
    self.windowEnd = windowEnd
    self.sweepStart = sweepStart
    self.sweepEnd = sweepEnd
  }
}

/// Where the next sweep begins.
struct SweepPlan: Sendable, Equatable {
  /// How much of what an earlier sweep read is read again: the store keeps trying to deliver a
  /// notification for three days, and lists it by then at the latest.
  static let overlap = 3 * Milliseconds.day

  /// The end of the last whole sweep; nil where there was none.
  let lastEnd: Int64?
  /// The earliest moment that may be asked for.
  let horizon: Int64
  /// How many days a first sweep reads.
  let firstDays: Int
  let asOf: Int64

  /// A plan for a run that judges as of a moment.
  init(lastEnd: Int64?, firstDays: Int, app: StoreApp) {
    let days: Int64 = app.isSandbox ? 30 : 180
    self.lastEnd = lastEnd
    self.firstDays = firstDays
    asOf = app.asOf.milliseconds
    // An hour for clocks that differ: a start right at the edge is refused (facts 2.8).
    horizon = asOf - days * Milliseconds.day + Milliseconds.hour
  }

  /// Where the sweep begins.
  var start: Int64 {
    max(lastEnd.map { $0 - Self.overlap } ?? asOf - Int64(firstDays) * Milliseconds.day, horizon)
  }

  /// Whether a sweep that began at a moment leaves no hole behind the last one.
  func goesOn(from start: Int64) -> Bool {
    lastEnd.map { start <= $0 } ?? false
  }
}
