import Matching
import Records

extension NoticeRule {
  /// Revoked and never granted: nothing is owed either way.
  package static let refundedUndelivered = NoticeRule(
    kind: "refunded-undelivered", says: "a refunded purchase that was never granted",
    wakes: [.revoked]
  ) { group, circumstances in
    guard let purchase = group.purchase, group.access == nil, group.isJudged(circumstances),
      purchase.isRevoked, circumstances.window.contains(purchase.revokedAt),
      !group.rows.contains(where: { $0.state == .granted || $0.state == .refunded })
    else { return nil }
    return "refunded, and never granted"
  }

  /// The store named another date for one refund; the first stands, so that no month moves.
  package static let revocationDateChanged = NoticeRule(
    kind: "revocation-date-changed", says: "a refund whose date the store changed",
    wakes: [.revocationDateChanged]
  ) { group, circumstances in
    guard let purchase = group.purchase, purchase.hasChangedRevocationDate,
      group.isOurs(circumstances)
    else { return nil }
    return "the store named several dates for this refund; the first is kept"
  }
}
