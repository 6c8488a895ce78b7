package import Records

/// How a ledger's time and the store's differ, where that is worth saying.
///
/// Lateness never is.
package enum TimeDifference: Sendable, Equatable {
  /// More than 26 hours before the purchase: no time zone reaches so far.
  case early(hours: Int64)
  /// Seconds read as milliseconds, or the reverse.
  case factor1000

  /// Nil where the two are as far apart as they may be.
  package init?(ledger: Instant, purchase: Instant) {
    if Self.isThousandth(of: purchase, ledger) || Self.isThousandth(of: ledger, purchase) {
      self = .factor1000
      return
    }
    let early = purchase.milliseconds(since: ledger)
    guard early > 26 * Milliseconds.hour else { return nil }
    self = .early(hours: early / Milliseconds.hour)
  }

  /// Whether `small` times 1000 is `large` but for two days, which no real pair of dates since the
  /// store opened can be.
  private static func isThousandth(of large: Instant, _ small: Instant) -> Bool {
    guard large.milliseconds > 0, small.milliseconds > 0 else { return false }
    let expected = Instant(milliseconds: large.milliseconds / 1_000)
    return expected.distance(to: small) <= UInt64(2 * Milliseconds.day / 1_000)
  }
}
