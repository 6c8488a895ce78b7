package import Matching
package import Records

/// How the access end of a ledger row stands against the store's.
enum AccessDifference: Equatable {
  /// After the store's end.
  case tooLong(Instant, GrantEntry)
  /// Before the store's end.
  case tooShort(Instant, GrantEntry)
  /// After the expiry, and a grace period is possible that nobody asked about.
  case perhapsGrace(GrantEntry)
  /// The row does not say when access ends.
  case noEnd(GrantEntry)
}

extension MatchGroup {
  /// The first row of a chain whose access end differs from the store's.
  func accessDifference(_ circumstances: Circumstances) -> AccessDifference? {
    guard access != nil, isJudged(circumstances) else { return nil }
    let standing = grants(asOf: circumstances.asOf)
    let latest = standing.max { left, right in
      (left.expiresAt?.milliseconds ?? .min) < (right.expiresAt?.milliseconds ?? .min)
    }
    guard let latest else { return nil }
    return difference(of: latest, circumstances)
  }

  /// Whether the access end may be right by a grace period that nobody asked about, or is unknown.
  package func isPerhapsGrace(_ circumstances: Circumstances) -> Bool {
    switch accessDifference(circumstances) {
    case .perhapsGrace, .noEnd: true
    case .tooLong, .tooShort, nil: false
    }
  }

  private func difference(
    of entry: GrantEntry, _ circumstances: Circumstances
  ) -> AccessDifference? {
    guard let access, let end = access.end else { return nil }
    guard let given = entry.expiresAt else { return .noEnd(entry) }
    let tolerance = circumstances.rules.entitlementToleranceHours * Milliseconds.hour
    if given > end.adding(milliseconds: tolerance) {
      let longestGrace = end.adding(milliseconds: 28 * Milliseconds.day)
      return access.mayHaveGrace && given <= longestGrace
        ? .perhapsGrace(entry) : .tooLong(end, entry)
    }
    guard let settled = access.settledEnd, given < settled.adding(milliseconds: -tolerance) else {
      return nil
    }
    return .tooShort(settled, entry)
  }
}
