import Reconciliation
import Records

/// What the walks of one pull share: whom they ask, what they remember, what they report.
final class PullDesk {
  let app: StoreApp
  let client: StoreClient
  let hosts: StoreHosts
  let memory: any PullMemory
  let intake: RecordIntake
  let host: PullHost
  /// What was done; gaps are added in an order that does not depend on the order of answers.
  var report = PullReport()
  /// An id that the store signed in this pull for this app and environment.
  private(set) var provenID: String?

  init(
    app: StoreApp, client: StoreClient, hosts: StoreHosts, memory: any PullMemory,
    intake: RecordIntake, host: PullHost
  ) {
    self.app = app
    self.client = client
    self.hosts = hosts
    self.memory = memory
    self.intake = intake
    self.host = host
  }

  /// Remembers a page with its cursors, and only then counts it.
  func remember(
    _ taken: [RecordIntake.Taken], from source: PullSource, of subject: String, number: Int,
    notifications: [PulledNotification] = [], cursors: [String: String?]
  ) throws(SourceFailure) {
    let page = PulledPage(
      source: source, subject: subject, number: number, records: taken.map(\.record),
      notifications: notifications, cursors: cursors)
    try memory.remember(page)
    report.pages += 1
    for each in taken {
      if each.record.kind == .refused { report.refused += 1 } else { report.records += 1 }
      if provenID == nil, isOwn(each) { provenID = each.record.id }
    }
  }

  /// Whether a record is a transaction of this app in this environment.
  func isOwn(_ taken: RecordIntake.Taken) -> Bool {
    taken.record.kind == .transaction && taken.record.bundleID == app.bundleID
      && taken.record.environment == app.environment
  }

  /// Whether a record is a transaction of another app.
  func isForeign(_ taken: RecordIntake.Taken) -> Bool {
    taken.record.kind == .transaction && taken.record.bundleID != app.bundleID
  }

  /// The as-of as a cursor keeps it.
  var asOfText: String { String(app.asOf.milliseconds) }
}
