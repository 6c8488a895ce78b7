import Formats
import Records

extension ValueReader {
  /// A moment: ISO 8601 with a zone, or whole seconds or milliseconds, as text or number.
  func moment() -> Instant? {
    guard let text = identifier() else { return nil }
    do throws(TimeFailure) {
      return Instant(milliseconds: try TimeText.instant(text))
    } catch {
      complain("is no time: " + error.reason)
      return nil
    }
  }

  /// The end of a day in UTC, or a moment.
  func endOfTime() -> Instant? {
    guard let text = string() else { return nil }
    do throws(TimeFailure) {
      guard case .day(let day) = try TimeText.read(text, .bareDates) else { return moment() }
      let start = Instant(milliseconds: Int64(day.daysSinceEpoch) * Milliseconds.day)
      return start.adding(milliseconds: Milliseconds.day - 1)
    } catch {
      complain("is no day such as 2026-12-31: " + error.reason)
      return nil
    }
  }
}
