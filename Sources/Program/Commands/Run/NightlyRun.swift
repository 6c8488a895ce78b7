import AppStore
import GrantLedger
import Host
import JobFile
import Reconciliation
import Records
import Reports
import Rules
import RunStore

/// One run of a job: pull, remember, judge, look again, report, remember what was said.
struct NightlyRun {
  let job: Job
  let asOf: Instant
  let name: String?
  /// How long the store may be asked, in milliseconds.
  let limit: Int64?
  /// Whether to say first what is going to be asked.
  let showsPlan: Bool
  let log: Log

  /// Runs the job; what it pulled is remembered however it ends.
  func perform() throws(CommandFailure) -> RunConclusion {
    do throws(InputFailure) {
      try job.validateForRun()
    } catch {
      throw CommandFailure(error)
    }
    Machine.noteSignals()
    let folder = try self.folder()
    let state = try translating { () throws(SourceFailure) in
      try JobState(path: job.statePath, now: now)
    }
    try translating { () throws(SourceFailure) in
      try state.belong(
        to: job.name, bundleID: job.app.bundleID, environment: job.app.environment)
    }
    let isFirst = try translating { () throws(SourceFailure) in
      try state.finishedRuns(atMost: 1).isEmpty
    }
    let begun = try translating { () throws(SourceFailure) in
      try state.beginRun(asOf: asOf, name: runName, now: now, isWhole: isWhole)
    }
    let pull = try StorePull(job: job, asOf: asOf, state: state, limit: limit, log: log)
    let judgement = try Judge(
      job: job, asOf: asOf, state: state, pull: pull, log: log, showsPlan: showsPlan
    ).judgement()
    try requireNoSignal()
    return try conclude(judgement, state, begun, folder, isFirst: isFirst)
  }

  /// From here on the run ends as it would have: what it reports is reported, and said by its
  /// status.
  private func requireNoSignal() throws(CommandFailure) {
    guard let signal = Machine.signal else { return }
    throw CommandFailure(
      SourceFailure(
        .interrupted,
        "signal \(signal) arrived; all that was pulled is remembered, nothing was reported, and the "
          + "next run goes on from there"))
  }

  private var now: Instant { Instant(milliseconds: Machine.nowMilliseconds) }

  private var runName: String { name ?? RunDescription.name(asOf: asOf) }

  private func folder() throws(CommandFailure) -> RunFolder {
    do throws(ReportFailure) {
      let folder = try RunFolder(in: job.reportsDirectory, job: job.name, run: runName)
      try folder.requireWritable()
      if name != nil { try folder.requireMoment(asOf) }
      return folder
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Whether the report of a run that was killed beside the rename stands.
  private func isWhole(_ sealed: SealedRun) -> Bool {
    let folder = try? RunFolder(in: job.reportsDirectory, job: job.name, run: sealed.name)
    return folder?.manifest == sealed.manifest
  }
}
