import Matching
import Records

extension NoticeRule {
  /// Nobody paid for a family member's copy and nobody asked for it.
  package static let familyUndelivered = NoticeRule(
    kind: "family-undelivered", says: "a family member's copy that was never granted",
    wakes: [.shared]
  ) { group, circumstances in
    guard group.undelivered(circumstances) == .family, circumstances.rules.family == .notice
    else { return nil }
    return "a family member's copy that was never granted; nobody paid for it"
  }

  /// A sandbox purchase of an account that may hold them.
  package static let allowedSandbox = NoticeRule(
    kind: "allowed-sandbox", says: "a sandbox purchase of an account listed in rules.sandboxUsers",
    wakes: [.foreignRow]
  ) { group, circumstances in
    let allowed = group.grants(asOf: circumstances.asOf).filter {
      $0.tie == .otherEnvironment && $0.isAllowedSandbox(circumstances)
    }
    guard !allowed.isEmpty, group.misplaced(circumstances).isEmpty else { return nil }
    return "a sandbox purchase of an account that may hold them"
  }

  /// Taken from one account and given to another, as a restore may.
  package static let ownerChanged = NoticeRule(
    kind: "owner-changed", says: "a purchase that was moved to another account",
    wakes: [.otherState]
  ) { group, circumstances in
    guard group.isJudged(circumstances) else { return nil }
    let holders = Set(group.grants(asOf: circumstances.asOf).map(\.account))
    let former = Set(group.rows.filter { $0.state == .refunded }.map(\.account))
      .subtracting(holders)
    guard holders.count == 1, let holder = holders.first, !former.isEmpty else { return nil }
    return "moved from \(former.sorted().joined(separator: ", ")) to \(holder)"
  }

  /// Several accounts hold periods of one chain: one Apple account, several of the app's.
  package static let sharedChain = NoticeRule(
    kind: "shared-chain", says: "a subscription whose periods went to several accounts",
    wakes: [.sharedChain]
  ) { group, circumstances in
    guard group.isOurs(circumstances), !group.neighbours.chainAccounts.isEmpty else { return nil }
    return "its periods went to \(group.neighbours.chainAccounts.joined(separator: ", "))"
  }

  /// Two real charges within a minute: perhaps an accident that the customer wants refunded.
  package static let repeatPurchase = NoticeRule(
    kind: "repeat-purchase", says: "a second charge for the same product within a minute",
    wakes: [.repeated]
  ) { group, circumstances in
    guard group.isJudged(circumstances), let other = group.neighbours.repeatOf else { return nil }
    return "bought within a minute after \(other); perhaps by accident"
  }
}
