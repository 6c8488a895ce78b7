import Records
import Specimens
import Testing

@Suite struct `instants` {
  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00Z"), (1_773_144_000_000, "2026-03-10T12:00:00Z"),
    (1_773_144_000_007, "2026-03-10T12:00:00.007Z"), (951_782_400_000, "2000-02-29T00:00:00Z"),
    (1_709_251_199_999, "2024-02-29T23:59:59.999Z"), (4_107_542_400_000, "2100-03-01T00:00:00Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
    (253_402_300_800_000, "10000-01-01T00:00:00Z"),
  ])
  func `are written in UTC`(_ milliseconds: Int64, _ text: String) {
    #expect(Instant(milliseconds: milliseconds).text == text)
  }

  @Test(arguments: [Int64.min, .min + 1, .max])
  func `have a text at the ends of time`(_ milliseconds: Int64) {
    #expect(Instant(milliseconds: milliseconds).text.hasSuffix("Z"))
  }

  @Test func `saturate instead of wrapping`() {
    let first = Instant(milliseconds: .min)
    let last = Instant(milliseconds: .max)
    #expect(last.adding(milliseconds: 1) == last)
    #expect(first.adding(milliseconds: -1) == first)
    #expect(last.milliseconds(since: first) == .max)
    #expect(first.milliseconds(since: last) == .min)
    #expect(first.distance(to: last) == .max)
    #expect(last.distance(to: first) == .max)
  }

  @Test(arguments: [
    ("the same", Instant.noon, false), ("a millisecond later", .noon.plus(milliseconds: 1), true),
    ("years later", .noon.plus(days: 9_999), true),
    ("a millisecond earlier", .noon.minus(milliseconds: 1), false),
    (
      "milliseconds taken for seconds", Instant(milliseconds: Instant.noon.milliseconds * 1_000),
      false
    ),
  ])
  func `are newer than another`(_ words: String, _ instant: Instant, _ isNewer: Bool) {
    #expect(instant.isNewer(than: .noon) == isNewer)
  }

  @Test(arguments: [
    (Instant.noon.minus(milliseconds: 1), false), (.noon, true),
    (.noon.plus(days: 1).minus(milliseconds: 1), true), (.noon.plus(days: 1), false),
  ])
  func `lie in a window from its start up to its end`(_ instant: Instant, _ isInside: Bool) {
    let window = Window(start: .noon, end: .noon.plus(days: 1))
    #expect(window.contains(instant) == isInside)
    #expect(Window.always.contains(instant))
  }

  @Test func `that are not known lie in every window`() {
    #expect(Window(start: .noon, end: .noon).contains(nil))
    #expect(!Window(start: .noon, end: .noon).contains(.noon))
  }
}

@Suite struct `settling` {
  @Test(arguments: [(Int64(59), false), (60, true), (61, true), (-1, false)])
  func `takes a purchase an hour`(_ minutes: Int64, _ isSettled: Bool) {
    #expect(Circumstances.noon.isSettled(.noon.minus(minutes: minutes)) == isSettled)
  }

  @Test(arguments: [(Int64(29), false), (30, true)])
  func `takes a refund half an hour`(_ minutes: Int64, _ isSettled: Bool) {
    #expect(Circumstances.noon.isRefundSettled(.noon.minus(minutes: minutes)) == isSettled)
  }

  @Test func `is over to the millisecond`() {
    #expect(!Circumstances.noon.isSettled(.noon.minus(hours: 1).plus(milliseconds: 1)))
  }
}
