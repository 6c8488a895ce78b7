import Matching
import Records

extension MatchGroup {
  /// Whether both sides of the app's books can be held against each other: the job has both, the
  /// purchase is judged, settled and inside the window, and no row is still on its way.
  func isTwoSided(_ circumstances: Circumstances) -> Bool {
    guard hasCredits, access == nil, let purchase, isJudged(circumstances),
      circumstances.window.contains(purchase.date),
      purchase.date.map(circumstances.isSettled) ?? true
    else { return false }
    return judged(asOf: circumstances.asOf).count == rows.count
  }
}
