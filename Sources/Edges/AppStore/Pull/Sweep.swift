import Records

/// One reading of the notifications from a moment to another, in windows that are read side by side.
///
/// It is kept from run to run, since a page's token holds only for the very same window.
struct Sweep: Sendable, Equatable {
  let start: Int64
  let end: Int64
  /// How many windows it has.
  let count: Int

  /// A window is short enough to be read again when its token has expired, and long enough that a
  /// quiet app costs few requests.
  private static let windowLength = 3 * Milliseconds.day
  /// From so many pages on a sweep is worth more windows, since a window's pages come one by one.
  private static let manyPages = 64
  private static let lanes = 8

  /// A sweep of an app whose last one had so many pages; nil for one without length.
  init?(from start: Int64, to end: Int64, pagesBefore: Int = 0) {
    guard start < end else { return nil }
    let needed = Int((end - start + Self.windowLength - 1) / Self.windowLength)
    self.start = start
    self.end = end
    count = max(needed, pagesBefore >= Self.manyPages ? Self.lanes : 1)
  }

  /// The windows, each beginning where the one before it ends.
  var windows: [Window] {
    (0..<count).map { place in
      Window(start: edge(place), end: edge(place + 1))
    }
  }

  private func edge(_ place: Int) -> Int64 {
    // Computed in parts, since a moment times a count may be too large.
    let length = end - start
    let share = length / Int64(count)
    let rest = length % Int64(count)
    return start + share * Int64(place) + rest * Int64(place) / Int64(count)
  }

  /// As a cursor keeps it.
  var text: String { "\(start) \(end) \(count)" }

  /// Reads what `text` wrote; nil for anything else.
  init?(text: String) {
    let numbers = text.split(separator: " ").map { Int64($0) }
    guard numbers.count == 3, let start = numbers[0], let end = numbers[1],
      let count = numbers[2], start < end, (1...10_000).contains(count)
    else { return nil }
    self.start = start
    self.end = end
    self.count = Int(count)
  }

  /// A part of the sweep, from its first millisecond to the one at which the next begins.
  struct Window: Sendable, Equatable {
    let start: Int64
    let end: Int64

    /// The window's name, as the subject of its pages.
    var subject: String { "\(start)-\(end)" }
  }
}
