import AppStore
import JobFile
import Matching
import Reconciliation

/// In which order a run asks the store.
struct PullPlan {
  let job: Job
  let pull: StorePull

  /// Notifications first, since they name customers; then whoever was never asked about.
  func pull(seeds: Seeds) throws(CommandFailure) {
    do throws(SourceFailure) {
      if job.store.pull.notificationDays != nil { try pull.pullNotifications() }
      guard job.store.pull.readsHistory else { return }
      if !pull.report.sweepIsUnbroken { try pull.pullKnownCustomers() }
      try pull.pullHistories(of: pull.namedIDs)
      try pull.pullHistories(of: seeds.first)
      try pull.pullHistories(of: seeds.rest)
    } catch {
      throw CommandFailure(error)
    }
  }
}
