import GrantLedger
import Host
import JobFile
import Records

extension Command {
  /// Compares files of the store's word with ledgers, and remembers nothing.
  static let compare = Command(
    name: "compare",
    summary: "compares files of the store's word with ledgers; nothing is remembered",
    options: [
      Option("store", .several("FILE"), "signed transactions, payloads, receipt answers or CSV"),
      Option("ledger", .several("FILE"), "ledger files instead of the job's"),
      Option("job", .one("JOB"), "the job file"),
      Option("bundle-id", .one("B"), "the app, where there is no job file"),
      Option(
        "environment", .one("E"), "Production (default) or Sandbox, where there is no job file"),
      JobArguments.asOf,
      Option("from", .one("T"), "judge what happened from this moment on"),
      Option("to", .one("T"), "judge what happened before this moment"),
      Option("gaps", .one("FILE"), "what the store's side could not see, as a JSON list"),
      Option("out", .one("DIR"), "write the reports into this folder"),
      Option("run-name", .one("NAME"), "what the run is called in the reports"),
      JobArguments.format, JobArguments.quiet, JobArguments.exitZero,
    ],
    statuses: [
      .complete, .newFindings, .internalError, .incomplete, .usage, .badData, .unreachable,
      .notWritable, .misconfigured,
    ]
  ) { arguments throws(CommandFailure) in
    _ = try JobArguments.isJSON(arguments)
    let inputs = try CompareInputs(arguments)
    let outcome = try inputs.outcome()
    return try Delivery(arguments, inputs.description).deliver(
      outcome, to: arguments.value("out"), alarmFrom: inputs.job.rules.alarmFrom)
  }
}
