import Matching
import Records

extension NoticeRule {
  /// Not judged yet, since it may still be on its way.
  package static let tooFresh = NoticeRule(
    kind: "too-fresh", says: "a purchase or refund younger than its settle time",
    wakes: [.noRow, .otherState, .quantity, .newerRow, .revoked, .chainJudged]
  ) { group, circumstances in
    if group.undelivered(circumstances) == .tooFresh {
      return "bought within the settle time of \(circumstances.rules.settleMinutes) minutes"
    }
    guard let purchase = group.purchase, group.isJudged(circumstances), purchase.isRevoked,
      let revokedAt = purchase.revokedAt, !circumstances.isRefundSettled(revokedAt),
      circumstances.window.contains(revokedAt), !group.grants(asOf: circumstances.asOf).isEmpty
    else { return nil }
    return "refunded within the settle time of \(circumstances.rules.refundSettleMinutes) minutes"
  }

  /// The server learns of it when the app is next opened.
  package static let awaitingClient = NoticeRule(
    kind: "awaiting-client", says: "a purchase that waits for the customer to open the app",
    wakes: [.noRow, .otherState, .quantity]
  ) { group, circumstances in
    guard group.undelivered(circumstances) == .awaitingClient else { return nil }
    return "the server learns of it when the app is next opened, within "
      + "\(circumstances.rules.clientDays) days"
  }

  /// Held back on purpose.
  package static let withheld = NoticeRule(
    kind: "withheld", says: "a purchase held back on purpose", wakes: [.otherState]
  ) { group, circumstances in
    guard group.undelivered(circumstances) == .withheld else { return nil }
    return "held back on purpose"
  }
}
