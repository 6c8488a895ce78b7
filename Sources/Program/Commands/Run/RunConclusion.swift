import Host
import JobFile
import Reconciliation
import Records
import Reports
import Rules
import RunStore

/// How a run ended.
struct RunConclusion {
  let outcome: Outcome
  let description: RunDescription
  let folder: String
  /// Whether an earlier report had something new to say, and its process was killed before it could
  /// say so by its exit status.
  let mustAlarm: Bool

  private let state: JobState

  init(
    _ outcome: Outcome, _ description: RunDescription, folder: String, mustAlarm: Bool,
    state: JobState
  ) {
    self.outcome = outcome
    self.description = description
    self.folder = folder
    self.mustAlarm = mustAlarm
    self.state = state
  }

  /// Notes that the exit status now says what is new; to be called right before the end.
  func settle() {
    // A state that cannot be written alarms once more, which is better than never.
    try? state.settleAlarm()
  }
}

extension NightlyRun {
  /// Reports what was judged and remembers that it was said.
  ///
  /// The report is written, the state sealed with its digest, the report renamed into place, and
  /// then the state closes the run. Killed anywhere between, the next run finds out by the digest
  /// whether the report appeared.
  func conclude(
    _ judgement: Judgement, _ state: JobState, _ begun: OpenRun, _ folder: RunFolder,
    isFirst: Bool
  ) throws(CommandFailure) -> RunConclusion {
    try Delivery.requireBalance(judgement.outcome)
    var description = RunDescription(
      job: job.name, run: begun.name, asOf: asOf,
      configurationHash: Fingerprint.text(of: Array(job.canonicalText.utf8)))
    description.isFirst = isFirst
    description.calls = judgement.calls
    try write(Report(judgement.outcome, description), folder, state)
    let owed = try translating { () throws(SourceFailure) in
      let owed = try state.owedAlarm()
      try state.finishRun(now: Instant(milliseconds: Machine.nowMilliseconds))
      return owed
    }
    return RunConclusion(
      judgement.outcome, description, folder: folder.path,
      mustAlarm: owed.map { $0 >= job.rules.alarmFrom } ?? false, state: state)
  }

  private func write(
    _ report: Report, _ folder: RunFolder, _ state: JobState
  ) throws(CommandFailure) {
    let outcome = report.outcome
    do throws(WriteFailure<SourceFailure>) {
      try folder.write(report) { manifest throws(SourceFailure) in
        try state.seal(
          Conclusion(
            verdict: outcome.verdict,
            counts: ["findings": outcome.findings.count, "notices": outcome.notices.count],
            findings: outcome.findings, resolvesOthers: outcome.verdict != .incomplete,
            manifest: manifest, coverage: CoverageJSON.bytes(outcome.coverage)))
      }
    } catch {
      switch error {
      case .report(let failure): throw CommandFailure(failure)
      case .seal(let failure): throw CommandFailure(failure)
      }
    }
  }
}
