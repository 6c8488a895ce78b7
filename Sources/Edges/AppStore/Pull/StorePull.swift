package import Reconciliation

/// Pulls the store's own signed word: the door of the nightly pull.
///
/// Every page is remembered before the next is asked for, so a pull that is thrown away at any
/// moment goes on where it stood when another is made over the same memory. It belongs to one
/// thread.
///
/// All of its functions fail for what concerns the pull as a whole: the key is missing or refused,
/// nobody answers, the memory cannot be written. What concerns a page, a customer or an id is in
/// the report instead, as a gap or a limit.
package final class StorePull {
  let desk: PullDesk
  private let settings: StoreSettings
  /// Ids that the store has denied in this pull, which need not be asked about again.
  private var denied: Set<String> = []

  /// A pull that has asked nothing yet; reads the key.
  package init(
    _ settings: StoreSettings, app: StoreApp, verifier: TransactionVerifier,
    memory: any PullMemory, host: PullHost
  ) throws(SourceFailure) {
    let hosts = try StoreHosts(settings, environment: app.environment)
    let client = try StoreClient(settings, app: app, hosts: hosts, host: host)
    self.settings = settings
    desk = PullDesk(
      app: app, client: client, hosts: hosts, memory: memory,
      intake: RecordIntake(verifier: verifier, bundleID: app.bundleID), host: host)
  }

  /// What was done so far, and what could not be seen.
  package var report: PullReport {
    var report = desk.report
    report.calls = desk.client.calls
    report.stopped = desk.client.halt ?? desk.client.postponed
    report.stopKind = desk.client.haltKind ?? desk.client.postponed.map { _ in .overBudget }
    return report
  }

  /// Reads the app's notifications up to the as-of; does nothing where the settings turn them off.
  package func pullNotifications() throws(SourceFailure) {
    guard let days = settings.pull.notificationDays else { return }
    try NotificationWalk(desk, firstDays: days).run()
  }

  /// Reads the histories of the customers that these ids lead to, from where the last pull ended.
  ///
  /// An id that another one's history returns is not asked any more. Which are asked depends on
  /// the order given and never on the order of answers.
  package func pullHistories(of seeds: [HistorySeed]) throws(SourceFailure) {
    try walk(.history, of: seeds)
  }

  /// Reads the histories of these customers from their very beginning, whatever is remembered.
  package func pullHistoriesAnew(of seeds: [HistorySeed]) throws(SourceFailure) {
    try walk(.historyAnew, of: seeds)
  }

  /// Reads what was refunded to these customers since the last pull.
  package func pullRefunds(of seeds: [HistorySeed]) throws(SourceFailure) {
    try walk(.refunds, of: seeds)
  }

  /// Somebody to hand receipts to, one after another.
  ///
  /// Fails as `misconfigured` where the job names a shared secret that is not set.
  package func receipts() throws(SourceFailure) -> ReceiptPull {
    var secret: String?
    if desk.hosts.receipts != nil, let variable = settings.verifyReceipt?.sharedSecretVariable {
      secret = desk.host.variable(variable)
      guard secret?.isEmpty == false else {
        throw SourceFailure(
          .misconfigured,
          "the environment variable \(variable), which store.verifyReceipt.sharedSecretEnv names, is "
            + "not set")
      }
    }
    return ReceiptPull(
      desk, verifier: desk.intake.verifier.receipts, secret: secret,
      hasHistories: settings.asksAPI && settings.pull.readsHistory)
  }

  private func walk(
    _ list: CustomerList, of seeds: [HistorySeed]
  ) throws(SourceFailure) {
    var walk = try CustomerWalk(desk, list, seeds: seeds)
    try walk.run()
  }

  /// The same, of ids of which nothing else is known.
  package func pullHistories(of ids: [String]) throws(SourceFailure) {
    try pullHistories(of: ids.map { HistorySeed(id: $0) })
  }

  /// Looks up single ids; what is found is remembered.
  ///
  /// `knownGood` are ids that the store has signed for this app and environment before: if need be
  /// the first few that the memory knows are looked up as well, since an unknown id means
  /// something only if the store knows others. Ids from this pull's own pages serve too.
  package func lookUp(
    _ ids: [String], knownGood: [String] = []
  ) throws(SourceFailure) -> [String: LookUpAnswer] {
    let asked = ids.filter { !denied.contains($0) }
    var lookUps = LookUps(desk, ids: asked, knownGood: knownGood)
    var answers = try lookUps.run()
    for (id, answer) in answers where answer == .unknown { denied.insert(id) }
    for id in ids where denied.contains(id) { answers[id] = .unknown }
    return answers
  }
}
