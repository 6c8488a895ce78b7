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
  /// Whether a run that was killed after its report was whole had something to say, and nobody
  /// was woken by it.
  let mustAlarm: Bool
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
    do throws(SourceFailure) {
      try state.finishRun(now: Instant(milliseconds: Machine.nowMilliseconds))
    } catch {
      throw CommandFailure(error)
    }
    let worst = begun.recovered?.worstNew
    return RunConclusion(
      outcome: judgement.outcome, description: description, folder: folder.path,
      mustAlarm: worst.map { $0 >= job.rules.alarmFrom } ?? false)
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
            manifest: manifest))
      }
    } catch {
      switch error {
      case .report(let failure): throw CommandFailure(failure)
      case .seal(let failure): throw CommandFailure(failure)
      }
    }
  }
}
