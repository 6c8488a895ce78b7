import Matching
import Records

extension NoticeRule {
  /// The store names one purchase by several ids.
  package static let idAlias = NoticeRule(
    kind: "id-alias", says: "a purchase that several transaction ids name", wakes: [.aliased]
  ) { group, circumstances in
    guard let purchase = group.purchase, group.isOurs(circumstances), group.access == nil,
      purchase.transactionIDs.count > 1
    else { return nil }
    return "also named by \(purchase.transactionIDs.dropFirst().joined(separator: ", "))"
  }

  /// A dearer plan took over: the period ended early and was not taken back.
  package static let superseded = NoticeRule(
    kind: "superseded", says: "a period that an upgrade ended", wakes: [.superseded]
  ) { group, circumstances in
    guard let purchase = group.purchase, purchase.isSuperseded, group.access == nil,
      group.isJudged(circumstances), circumstances.window.contains(purchase.date)
    else { return nil }
    return "ended by an upgrade"
  }

  /// A missed delivery that somebody may have settled by hand.
  package static let possiblySettled = NoticeRule(
    kind: "possibly-settled", says: "a missed delivery that a row without its id may have settled",
    wakes: [.noRow]
  ) { group, circumstances in
    let fixes = [group.neighbours.possibleFixes, group.neighbours.roundedRows]
      .filter { !$0.isEmpty }.map(\.words)
    guard group.undelivered(circumstances) == .missed, !fixes.isEmpty else { return nil }
    return "row \(fixes.joined(separator: ", ")) may be an earlier fix"
  }
}
