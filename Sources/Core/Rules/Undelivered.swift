package import Matching
package import Records

/// Why nothing stands in the ledger for a purchase that is owed something.
package enum Undelivered: Sendable {
  /// It has not had time to arrive.
  case tooFresh
  /// A row is newer than the moment of judging.
  case newerRow
  /// Held back on purpose.
  case withheld
  /// It waits for the customer to open the app.
  case awaitingClient
  /// Nobody paid for it: a family member's copy.
  case family
  /// The ledger took it back.
  case takenBack
  /// A row waits or failed.
  case unfinished
  /// An unexplained row that could not be checked may be its delivery.
  case unseen
  /// There is nothing.
  case missed
}

extension MatchGroup {
  /// Why nothing stands for the purchase, or for a chain that gives access now; nil if nothing is
  /// owed, or something stands.
  package func undelivered(_ circumstances: Circumstances) -> Undelivered? {
    guard let purchase, isJudged(circumstances), isOwed(circumstances),
      grants(asOf: circumstances.asOf).isEmpty
    else { return nil }
    let rows = judged(asOf: circumstances.asOf)
    if rows.count < self.rows.count { return .newerRow }
    let leg = Leg(rows)
    if leg.isWithheld { return .withheld }
    if purchase.isShared, circumstances.rules.family != .missed { return .family }
    if !isSettled(circumstances) { return .tooFresh }
    if leg.hasReversal { return .takenBack }
    if leg.hasUnfinished { return .unfinished }
    if purchase.waitsForClient(circumstances) { return .awaitingClient }
    return neighbours.uncheckableRows.isEmpty ? .missed : .unseen
  }

  /// Whether the purchase stands in the window; a chain is owed access as long as that lasts.
  private func isOwed(_ circumstances: Circumstances) -> Bool {
    guard let access else {
      return purchase?.stands == true && circumstances.window.contains(purchase?.date)
    }
    return access.end.map { $0 > circumstances.asOf } ?? false
  }

  /// Whether what is owed has had time to arrive.
  private func isSettled(_ circumstances: Circumstances) -> Bool {
    guard let access else { return purchase?.date.map(circumstances.isSettled) ?? true }
    return access.settledEnd.map { $0 > circumstances.asOf } ?? false
  }

  /// Whether rules about the purchase and its rows apply: it is of the job's app and environment,
  /// the store does not contradict itself, and no row claims another place.
  package func isJudged(_ circumstances: Circumstances) -> Bool {
    guard let purchase, purchase.conflict == nil, blindSpot == nil, !isShapeUnknown else {
      return false
    }
    return isOurs(circumstances) && misplaced(circumstances).isEmpty
  }

  /// Whether the purchase belongs to the job's app and environment.
  package func isOurs(_ circumstances: Circumstances) -> Bool {
    purchase?.bundleID == circumstances.bundleID
      && purchase?.environment == circumstances.environment
  }

  /// Whether a row without a purchase is one that the run answers for: it grants, is not newer than
  /// the moment of judging, inside the window, and not of another environment.
  package func isJudgedRow(_ circumstances: Circumstances) -> Bool {
    guard purchase == nil, refusal == nil, let row = rows.first, row.state == .granted,
      row.environment == nil || row.environment == circumstances.environment
    else { return false }
    return !row.isNewer(than: circumstances.asOf)
      && circumstances.window.contains(row.writtenAt)
  }

  /// Whether a reversal newer than the moment of judging may have mended what stands too often.
  func isBeingTakenBack(_ circumstances: Circumstances) -> Bool {
    rows.contains {
      $0.meaning == .events && $0.state == .refunded && $0.isNewer(than: circumstances.asOf)
    }
  }

  /// The standing grants that claim another environment or app than the purchase's, but for those
  /// of accounts that may hold sandbox purchases.
  package func misplaced(_ circumstances: Circumstances) -> [GrantEntry] {
    grants(asOf: circumstances.asOf).filter { entry in
      (entry.tie == .otherEnvironment && !entry.isAllowedSandbox(circumstances))
        || entry.tie == .otherBundle
    }
  }
}

extension GrantEntry {
  /// Whether the row's account may hold sandbox purchases.
  package func isAllowedSandbox(_ circumstances: Circumstances) -> Bool {
    circumstances.rules.sandboxUsers.contains(user)
      || circumstances.rules.sandboxUsers.contains(account)
  }
}

extension Purchase {
  /// Whether the server may learn of it only when the app is next opened, and that time is not over.
  func waitsForClient(_ circumstances: Circumstances) -> Bool {
    guard circumstances.rules.delivery == .client, let date else { return false }
    let isRenewal = reason == .renewal || isLaterPeriod
    guard isRenewal || accountToken == nil else { return false }
    return circumstances.asOf.milliseconds(since: date)
      < circumstances.rules.clientDays * Milliseconds.day
  }
}
