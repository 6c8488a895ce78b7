package import Matching
package import Records
package import Rules

/// Lays two books side by side, asks every rule of every group, and adds everything up again.
package struct Reconciler: Sendable {
  private let circumstances: Circumstances
  private let judging: Judging
  private let classification: Classification

  package init(_ circumstances: Circumstances, digest: @escaping Digest) {
    self.circumstances = circumstances
    judging = Judging(circumstances, digest: digest)
    classification = Classification(circumstances: circumstances)
  }

  /// The outcome of these books; throws where a ledger's ids cannot be compared at all.
  package func reconcile(_ books: Books) throws(UnfitLedger) -> Outcome {
    let match = Match(books, circumstances)
    try LedgerFitness.check(match, circumstances)
    var tally = Tally(match)
    for purchase in 0..<match.purchaseCount { judge(purchase: purchase, match, &tally) }
    for chain in match.accessChains { judge(chain: Int(chain), match, &tally) }
    let refused = match.refusals()
    for refusal in refused.groups {
      add(judging.findings(refusal.group), &tally)
      tally.count(refused: refusal.group, circumstances)
    }
    for row in match.unexplainedRows {
      judge(row: Int(row), match, isRefused: refused.rows.contains(row), &tally)
    }
    return outcome(match, tally, books)
  }

  private func judge(purchase: Int, _ match: Match, _ tally: inout Tally) {
    let facts = match.facts(ofPurchase: purchase)
    if facts.isDisjoint(with: RuleBook.mask) {
      tally.addClean(purchase, match)
      return
    }
    if match.accessChain(ofPurchase: purchase) != nil { return }
    let group = match.group(ofPurchase: purchase)
    add(judging.findings(group), &tally)
    tally.notices += judging.notices(group)
    if let blindSpot = group.blindSpot { tally.count(blindSpot) }
    if group.isShapeUnknown { tally.count(Gap.shapeOfLedger) }
    tally.add(purchase, classification.storeClass(group), match)
    for (row, name) in classification.rowClasses(group) { tally.add(row: row.place, name, match) }
    tally.notice(unknownQuantity: group, circumstances)
  }

  private func judge(chain: Int, _ match: Match, _ tally: inout Tally) {
    guard let group = match.group(ofChain: chain) else { return }
    add(judging.findings(group), &tally)
    tally.notices += judging.notices(group)
    if let blindSpot = group.blindSpot { tally.count(blindSpot) }
    let classes = AccessClassification(group, circumstances, classification)
    for purchase in match.purchases(ofChain: chain) {
      let own = match.group(ofPurchase: Int(purchase))
      add(judging.findings(own).filter { $0.kind == .conflictingStoreRecord }, &tally)
      tally.add(
        Int(purchase), own.purchase.map(classes.storeClass) ?? .couldNotCheck, match)
    }
    for (row, name) in classes.rowClasses { tally.add(row: row, name, match) }
  }

  private func judge(row: Int, _ match: Match, isRefused: Bool, _ tally: inout Tally) {
    let group = match.group(ofRow: row)
    let isStanding = match.isStanding(row)
    let name = classification.rowClass(unexplained: group, isStanding: isStanding)
    if isRefused {
      tally.add(row: row, name == .unknown ? .couldNotCheck : name, match)
      return
    }
    tally.add(row: row, name, match)
    guard isStanding else {
      tally.notice(pending: group)
      return
    }
    if name == .couldNotCheck, let blindSpot = group.blindSpot { tally.count(blindSpot) }
    add(judging.findings(group), &tally)
  }

  private func add(_ findings: [Finding], _ tally: inout Tally) {
    tally.findings += findings.map { finding in
      var finding = finding
      finding.isConfirmed = circumstances.isAskedDirectly && finding.kind != .unverifiable
      return finding
    }
  }

  private func outcome(_ match: Match, _ given: Tally, _ books: Books) -> Outcome {
    var tally = given
    tally.addRest(match)
    tally.notice(products: match.unlistedProducts(circumstances.products), circumstances)
    match.eachRepeatedRow { tally.notice(repeated: $0, circumstances) }
    let gaps = circumstances.gaps + tally.blindSpots
    return Outcome(
      findings: judging.tellApart(tally.findings.sorted(by: ReportOrder.precedes)),
      notices: tally.notices.sorted(by: ReportOrder.precedes),
      messages: match.messages
        + ShapeMessages.messages(books.ledger.ledgers, hasCredits: match.hasCredits)
        + tally.messages(circumstances),
      totals: tally.totals,
      coverage: Coverage(gaps, counts: tally.counts, circumstances), texts: match.texts)
  }
}
