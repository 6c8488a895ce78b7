import AppStore
import Records
import Rules

/// Which findings have to be confirmed before anybody is accused, and which could not be.
enum Confirmation {
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

  private static func needsLook(_ finding: Finding) -> Bool {
    if finding.kind == .unknownGrant { return true }
    return isAccusation(finding) && finding.kind != .badLedgerRow && !finding.isStoreFresh
  }

  /// New, and heavy enough to need a second look.
  private static func isAccusation(_ finding: Finding) -> Bool {
    finding.status == .new && finding.severity >= .wrong
  }

  /// The ids of which nothing may be said, with the reason.
  static func doubts(
    _ findings: [Finding], seenBefore: [Finding], answers: [String: LookUpAnswer]
  ) -> [String: String] {
    let before = Set(seenBefore.map(\.id))
    var doubts: [String: String] = [:]
    for finding in findings where needsConfirming(finding) && !finding.transactionID.isEmpty {
      if let reason = doubt(about: finding, before, answers) {
        doubts[finding.transactionID] = reason
      }
    }
    return doubts
  }

  private static func doubt(
    about finding: Finding, _ before: Set<String>, _ answers: [String: LookUpAnswer]
  ) -> String? {
    // What a look-up of the first look's question brought was asked for; it is the answer.
    guard before.contains(finding.id) || answers[finding.transactionID] != nil else {
      return "it showed at the second look only, since the ledger or the store changed meanwhile"
    }
    switch finding.kind {
    case .badLedgerRow: return nil
    case .unknownGrant: return doubtOfAbsence(answers[finding.transactionID])
    default:
      return finding.isStoreFresh ? nil : "the store did not answer for it in this run"
    }
  }

  private static func doubtOfAbsence(_ answer: LookUpAnswer?) -> String? {
    switch answer {
    case .unknown: nil
    case .unanswered(let reason): reason
    case .found, nil: "the store was not asked about its id"
    }
  }

  /// A grant that no purchase explains is confirmed every night, whatever was found before.
  private static func needsConfirming(_ finding: Finding) -> Bool {
    finding.kind == .unknownGrant || isAccusation(finding)
  }
}
