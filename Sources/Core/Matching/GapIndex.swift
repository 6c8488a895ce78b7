import Records

/// The gaps of a run, filed by what they name: a pull that failed for a hundred thousand customers
/// makes as many, and each row asks which one covers it.
struct GapIndex: Sendable {
  private let gaps: [Gap]
  private var byTransaction: [String: [Int]] = [:]
  private var byUser: [String: [Int]] = [:]
  private var ofUsers: [Int] = []
  private var others: [Int] = []

  /// Files gaps, of which the earlier counts before the later.
  init(_ gaps: [Gap]) {
    self.gaps = Self.inOrder(gaps)
    for (place, gap) in self.gaps.enumerated() {
      if let id = gap.transactionID {
        byTransaction[id, default: []].append(place)
      } else if let user = gap.userID {
        byUser[user, default: []].append(place)
        ofUsers.append(place)
      } else {
        others.append(place)
      }
    }
  }

  /// Whether there are none.
  var isEmpty: Bool { gaps.isEmpty }

  /// The first gap that may cover a row of this id and one of these users, and that `covers`.
  func first(
    transaction: String, users: Set<String>, where covers: (Gap) -> Bool
  ) -> Gap? {
    // Whose a row without a user is nobody knows, so any user's gap may cover it.
    let named =
      users.allSatisfy(\.isEmpty) ? [ofUsers] : users.map { byUser[$0] ?? [] }
    let lists = [byTransaction[transaction] ?? []] + named + [others]
    return lists.compactMap { list in list.first { covers(gaps[$0]) } }.min().map { gaps[$0] }
  }

  /// Gaps before limits, the narrower first, so that the same row always names the same reason.
  private static func inOrder(_ gaps: [Gap]) -> [Gap] {
    let named = gaps.map { (gap: $0, scope: $0.scope) }
    return named.sorted { left, right in
      if left.gap.nature != right.gap.nature { return left.gap.nature == .gap }
      let first = left.gap.transactionID == nil
      let second = right.gap.transactionID == nil
      if first != second { return !first }
      return (left.scope, left.gap.reason) < (right.scope, right.gap.reason)
    }.map(\.gap)
  }
}
