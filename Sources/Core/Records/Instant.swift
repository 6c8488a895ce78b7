/// A moment in UNIX milliseconds.
package struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment so many milliseconds later, or earlier if negative; saturates at the ends.
  package func adding(milliseconds added: Int64) -> Instant {
    let (sum, overflow) = milliseconds.addingReportingOverflow(added)
    guard overflow else { return Instant(milliseconds: sum) }
    return Instant(milliseconds: added < 0 ? .min : .max)
  }

  /// The milliseconds from `other` to this moment; saturates at the ends.
  package func milliseconds(since other: Instant) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    guard overflow else { return difference }
    return milliseconds < other.milliseconds ? .min : .max
  }

  /// Whether it is later than `asOf`.
  ///
  /// A moment so late that milliseconds must have been taken for seconds is no later moment but a
  /// wrong one.
  package func isNewer(than asOf: Instant) -> Bool {
    self > asOf && milliseconds / 100 <= asOf.milliseconds
  }

  /// How far apart two moments are in milliseconds; saturates.
  package func distance(to other: Instant) -> UInt64 {
    milliseconds >= other.milliseconds
      ? UInt64(bitPattern: milliseconds &- other.milliseconds)
      : UInt64(bitPattern: other.milliseconds &- milliseconds)
  }
}

/// Lengths of time in milliseconds.
package enum Milliseconds {
  /// A second.
  package static let second: Int64 = 1_000
  /// A minute.
  package static let minute: Int64 = 60_000
  /// An hour.
  package static let hour: Int64 = 3_600_000
  /// Twenty-four hours.
  package static let day: Int64 = 86_400_000
}

/// A stretch of time, its start included and its end not; an absent end is open.
package struct Window: Equatable, Sendable {
  /// The first moment inside.
  package let start: Instant?
  /// The first moment after.
  package let end: Instant?

  /// All of time.
  package static let always = Window(start: nil, end: nil)

  package init(start: Instant?, end: Instant?) {
    self.start = start
    self.end = end
  }

  /// Whether `moment` lies inside; one that is not known lies in every window.
  package func contains(_ moment: Instant?) -> Bool {
    guard let moment else { return true }
    if let start, moment < start { return false }
    if let end, moment >= end { return false }
    return true
  }
}
