import AppStore
import Records
import Rules

/// Which findings have to be confirmed before anybody is accused, and which could not be.
struct Confirmation {
  /// What the store said about the ids that it was asked about.
  var answers: [String: LookUpAnswer] = [:]
  /// The subscriptions that the store was asked about and spoke of, by their original ids.
  var heardSubscriptions: Set<String> = []
  /// Whether somebody answers for it that what the sources do not name does not exist.
  var isStoreComplete = false
  /// Whether the store can be asked about single customers and ids, so that what it says of one
  /// does not depend on what was missed of another.
  var asksAPI = true

  /// The ids to ask the store about: of grants that no purchase explains, and of purchases with a
  /// new finding that the store did not speak about in this run.
  static func questions(_ findings: [Finding]) -> [String] {
    var ids: [String] = []
    var seen: Set<String> = []
    for finding in findings where needsLook(finding) && !finding.transactionID.isEmpty {
      // Where aliases contradict each other, each of them is asked about.
      let asked =
        finding.kind == .conflictingStoreRecord ? finding.transactionIDs : [finding.transactionID]
      ids += asked.filter { seen.insert($0).inserted }
    }
    return ids
  }

  /// The subscriptions whose access the ledger sees otherwise, or may see rightly by a grace period
  /// that nobody asked about; each once.
  static func subscriptions(_ findings: [Finding], by rules: RuleSettings) -> [String] {
    guard rules.subscriptions == .entitlement else { return [] }
    var ids: [String] = []
    var seen: Set<String> = []
    for finding in findings where finding.isAboutAccess {
      guard let id = finding.originalTransactionID, seen.insert(id).inserted else { continue }
      ids.append(id)
    }
    return ids
  }

  private static func needsLook(_ finding: Finding) -> Bool {
    if finding.kind == .unknownGrant { return true }
    // The store lists another app's purchase for this one: that is its word against itself.
    if finding.kind == .bundleMismatch { return isAccusation(finding) }
    return isAccusation(finding) && finding.kind != .badLedgerRow && !finding.isStoreFresh
  }

  /// New, and heavy enough to need a second look.
  private static func isAccusation(_ finding: Finding) -> Bool {
    finding.status == .new && finding.severity >= .wrong
  }

  /// The ids of which nothing may be said, with what stood in the way.
  ///
  /// `unseen` is what this run has missed: of a purchase with an id that could not be read, or of a
  /// chain, any fact may be another one.
  func doubts(
    _ findings: [Finding], seenBefore: [Finding], unseen: [Gap]
  ) -> [String: Gap] {
    let before = Set(seenBefore.map(\.id))
    let gaps = Self.byID(unseen)
    var doubts: [String: Gap] = [:]
    for finding in findings where !finding.transactionID.isEmpty {
      let isToConfirm = Self.needsConfirming(finding)
      let found =
        Self.gap(about: finding, gaps) ?? hidden(finding, unseen)
        ?? (isToConfirm ? doubt(about: finding, before) : nil)
      guard var doubt = found else { continue }
      doubt.originalTransactionID = nil
      doubt.transactionID = finding.transactionID
      doubts[finding.transactionID] = doubt
    }
    return doubts
  }

  private static func byID(_ unseen: [Gap]) -> [String: Gap] {
    var gaps: [String: Gap] = [:]
    for gap in unseen where gap.nature == .gap {
      for id in [gap.transactionID, gap.originalTransactionID].compactMap(\.self) {
        gaps[id] = gaps[id] ?? gap
      }
    }
    return gaps
  }

  private static func gap(about finding: Finding, _ gaps: [String: Gap]) -> Gap? {
    guard finding.status == .new, finding.kind != .unverifiable else { return nil }
    let ids = finding.transactionIDs + [finding.originalTransactionID].compactMap(\.self)
    return ids.lazy.compactMap { gaps[$0] }.first
  }

  /// What may hide a fact of a finding, where no customer can be asked by himself: a page of a feed
  /// that was not read may have held the newer period, or the other id.
  private func hidden(_ finding: Finding, _ unseen: [Gap]) -> Gap? {
    guard !asksAPI, Self.isAccusation(finding), finding.kind != .badLedgerRow else { return nil }
    return unseen.first { gap in
      guard gap.transactionID == nil, gap.originalTransactionID == nil else { return false }
      return gap.userID.map { finding.userIDs.isEmpty || finding.userIDs.contains($0) } ?? true
    }
  }

  private func doubt(about finding: Finding, _ before: Set<String>) -> Gap? {
    let answer = answers[finding.transactionID]
    let isHeard = finding.originalTransactionID.map(heardSubscriptions.contains) ?? false
    // What a question of the first look's brought was asked for; it is the answer.
    guard before.contains(finding.id) || answer != nil || isHeard else {
      // Both sides move while a run works; the next one judges it from its first look on.
      return Gap(
        nature: .limit,
        reason: "the ledger or the store changed while this run worked, so it is judged by the next"
      )
    }
    switch finding.kind {
    case .badLedgerRow: return nil
    case .bundleMismatch where answer == .unknown: return nil
    case .entitlementTooLong where answer != nil && !isHeard,
      .entitlementTooShort where answer != nil && !isHeard:
      // A single period that was looked up says nothing of those after it.
      return Gap(
        nature: .limit,
        reason:
          "the store was not asked how the subscription stands, so it is judged by the next run"
      )
    case .unknownGrant:
      return answer == .unknown || isStoreComplete ? nil : Self.unconfirmed(by: answer)
    default: return finding.isStoreFresh ? nil : Self.unconfirmed(by: answer)
    }
  }

  /// What this run should have been told by the store is a gap; what it may not ask is a limit.
  private static func unconfirmed(by answer: LookUpAnswer?) -> Gap {
    switch answer {
    case .unanswered(let reason):
      Gap(reason: "the store was asked to confirm it and did not: \(reason)")
    case .unaskable(let reason):
      Gap(nature: .limit, reason: "the store cannot be asked to confirm it: \(reason)")
    case .unknown:
      Gap(reason: "the store was asked to confirm it and denies what it has signed before")
    case .found: Gap(reason: "the store was asked to confirm it and its answer does not fit")
    case nil:
      Gap(nature: .limit, reason: "the store was not asked to confirm it: the job says so")
    }
  }

  /// A grant that no purchase explains is confirmed every night, whatever was found before.
  private static func needsConfirming(_ finding: Finding) -> Bool {
    finding.kind == .unknownGrant || isAccusation(finding)
  }
}

extension Finding {
  /// Whether it is about the time at which access ends, or could not tell for want of it.
  fileprivate var isAboutAccess: Bool {
    switch kind {
    case .entitlementTooLong, .entitlementTooShort: true
    case .unverifiable: quantityGranted != nil
    default: false
    }
  }
}
