package import Matching
import Records

/// What the ledger says, in few words: everything else is dull.
extension MatchGroup {
  /// One row that no purchase explains.
  package static func unexplained(
    _ id: String = "1001", _ change: (inout GrantEntry) -> Void = { _ in }
  ) -> MatchGroup {
    MatchGroup(purchase: nil, rows: []).row(.granted, "u1", id: id, change)
  }

  /// Granted, an hour after the purchase.
  package func granted(
    to user: String = "u1", _ change: (inout GrantEntry) -> Void = { _ in }
  ) -> MatchGroup {
    row(.granted, user, change)
  }

  /// Credited in the wallet's own log.
  package func credited(
    to user: String = "u1", _ change: (inout GrantEntry) -> Void = { _ in }
  ) -> MatchGroup {
    twoSided().row(.granted, user) { entry in
      entry.role = .credits
      entry.ledger = "credits"
      change(&entry)
    }
  }

  /// Taken back by the app.
  package func takenBack(
    from user: String = "u1", _ change: (inout GrantEntry) -> Void = { _ in }
  ) -> MatchGroup {
    row(.refunded, user, change)
  }

  /// An order that waits.
  package func pending(_ change: (inout GrantEntry) -> Void = { _ in }) -> MatchGroup {
    row(.pending, "u1", change)
  }

  /// An order that failed.
  package func failed(_ change: (inout GrantEntry) -> Void = { _ in }) -> MatchGroup {
    row(.failed, "u1", change)
  }

  /// An order that is held back on purpose.
  package func withheld(_ change: (inout GrantEntry) -> Void = { _ in }) -> MatchGroup {
    row(.withheld, "u1", change)
  }

  /// The rows as events instead of present states.
  package func asEvents() -> MatchGroup {
    with { group in
      for place in group.rows.indices { group.rows[place].meaning = .events }
    }
  }

  private func row(
    _ state: GrantState, _ user: String, id: String? = nil, _ change: (inout GrantEntry) -> Void
  ) -> MatchGroup {
    var entry = GrantEntry(
      id ?? purchase?.transactionID ?? "1001", to: user,
      product: purchase?.productID ?? "coins.100", place: rows.count)
    entry.name = String(rows.count + 1)
    entry.rowID = entry.name
    entry.state = state
    entry.tie = purchase == nil ? .none : .id
    entry.purchaseTime = purchase?.date ?? .noon.minus(hours: 48)
    change(&entry)
    return with { $0.rows.append(entry) }
  }
}
