import Host
import JobFile
import Records

extension Command {
  /// What cron calls: pulls, remembers, judges, reports.
  static let run = Command(
    name: "run",
    summary: "asks the store, reads the ledger, judges, reports: what cron calls",
    positionals: [("JOB", "the job file")],
    options: [
      JobArguments.asOf,
      Option("run-name", .one("NAME"), "what the run and its folder are called"),
      Option(
        "max-duration", .one("S"), "stop asking after so many seconds and report what was seen"),
      Option("plan", .none, "say first how much will be asked and how long that takes"),
      JobArguments.format, JobArguments.quiet, JobArguments.exitZero, Log.option,
    ],
    statuses: ExitStatus.allCases
  ) { arguments throws(CommandFailure) in
    _ = try JobArguments.isJSON(arguments)
    let job = try JobArguments.job(arguments.positionals[0])
    let run = NightlyRun(
      job: job, asOf: try JobArguments.asOf(arguments), name: arguments.value("run-name"),
      limit: try limit(arguments), showsPlan: arguments.has("plan"), log: try Log("run", arguments))
    let conclusion = try run.perform()
    let delivery = try Delivery(arguments, conclusion.description)
    var status = delivery.status(conclusion.outcome, alarmFrom: job.rules.alarmFrom)
    if status == .complete, conclusion.mustAlarm, !arguments.has("exit-zero-on-findings") {
      status = .newFindings
    }
    delivery.show(conclusion.outcome, folder: conclusion.folder, status)
    conclusion.settle()
    return status
  }

  private static func limit(_ arguments: Arguments) throws(CommandFailure) -> Int64? {
    guard let text = arguments.value("max-duration") else { return nil }
    guard let seconds = Int64(text), seconds > 0, seconds <= 604_800 else {
      throw CommandFailure(
        .usage, "--max-duration \(text): a whole number of seconds from 1 to 604800")
    }
    return seconds * 1_000
  }
}
