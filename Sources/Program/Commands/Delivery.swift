import Host
import Reconciliation
import Records
import Reports
import Rules

/// Hands an outcome to whoever asked: a folder, a page, and the exit status.
struct Delivery {
  private let description: RunDescription
  private let isJSON: Bool
  private let isQuiet: Bool
  private let endsWithZero: Bool

  init(_ arguments: Arguments, _ description: RunDescription) throws(CommandFailure) {
    self.description = description
    isJSON = try JobArguments.isJSON(arguments)
    isQuiet = arguments.has("quiet")
    endsWithZero = arguments.has("exit-zero-on-findings")
  }

  /// Writes the reports and prints the answer; books that do not balance are never reported.
  func deliver(
    _ outcome: Outcome, to folder: String?, alarmFrom: Severity
  ) throws(CommandFailure) -> ExitStatus {
    try Self.requireBalance(outcome)
    if let folder {
      do throws(ReportFailure) {
        try RunFolder(path: folder).write(Report(outcome, description))
      } catch {
        throw CommandFailure(error)
      }
    }
    let status = status(outcome, alarmFrom: alarmFrom)
    show(outcome, folder: folder, status)
    return status
  }

  /// Prints the answer; where quiet is wanted, only one that somebody has to read.
  func show(_ outcome: Outcome, folder: String?, _ status: ExitStatus) {
    guard !isQuiet || status != .complete else { return }
    let report = Report(outcome, description)
    if isJSON {
      Console.write(VerdictJSON.bytes(report))
    } else {
      let settings = TextReport.Settings(isColoured: Console.wantsColour, folder: folder)
      Console.write(TextReport(report, settings).text)
    }
  }

  /// The exit status of an outcome.
  func status(_ outcome: Outcome, alarmFrom: Severity) -> ExitStatus {
    if outcome.verdict == .incomplete { return .incomplete }
    guard outcome.raisesAlarm(from: alarmFrom), !endsWithZero else { return .complete }
    return .newFindings
  }

  static func requireBalance(_ outcome: Outcome) throws(CommandFailure) {
    guard !outcome.totals.isBalanced else { return }
    let side = outcome.totals.store.isBalanced ? "ledger" : "store"
    let difference =
      outcome.totals.store.isBalanced
      ? outcome.totals.ledger.difference : outcome.totals.store.difference
    throw CommandFailure(
      .internalError,
      "the control totals of the \(side) do not tie: \(difference); nothing was reported")
  }
}

extension CommandFailure {
  /// A report that could not be written.
  init(_ failure: ReportFailure) {
    self.init(.notWritable, failure.description)
  }
}
