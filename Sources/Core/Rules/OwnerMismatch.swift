import Matching
import Records

extension Rule {
  /// A grant went to somebody else than the account token says; told once for a chain.
  package static let ownerMismatch = Rule(
    kind: .ownerMismatch,
    question: "Did each grant go to the account that the purchase names?",
    weight: "wrong; notice for a subscription, whose first token stays on later purchases",
    wakes: [.ownerDiffers]
  ) { group, circumstances in
    guard let purchase = group.purchase, group.access == nil, group.isJudged(circumstances),
      let token = purchase.accountToken, !group.neighbours.isOwnerKnownWrong,
      circumstances.window.contains(purchase.date)
    else { return nil }
    let others = group.grants(asOf: circumstances.asOf).filter {
      $0.isSomebodyElses(token, circumstances)
    }
    guard !others.isEmpty else { return nil }
    let accounts = Set(others.map(\.account)).sorted().joined(separator: ", ")
    let owner = circumstances.owners[token].map { ", which is \($0)" } ?? ""
    return Answer(
      purchase.type == .autoRenewable ? .notice : .wrong,
      "granted to \(accounts); the purchase names account token \(token)\(owner)",
      suggestion: "find out whose it is", amount: group.stake, notes: group.familyNote)
  }
}

extension GrantEntry {
  /// Whether the row belongs to somebody else than a token says; one that names nobody does not.
  fileprivate func isSomebodyElses(_ token: String, _ circumstances: Circumstances) -> Bool {
    if let owner = circumstances.owners[token] { return owner != account && !account.isEmpty }
    return accountToken.map { $0 != token } ?? false
  }
}
