/// How the program ends; frozen, since scripts depend on it.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case complete = 0
  case newFindings = 1
  case internalError = 2
  case incomplete = 3
  case usage = 64
  case badData = 65
  case unreachable = 69
  case notWritable = 73
  case busy = 75
  case refusedCredentials = 77
  case misconfigured = 78
  /// As a shell shows the end by SIGINT and SIGTERM: 128 and the signal's number.
  case interrupted = 130
  case terminated = 143

  /// The number of SIGINT.
  static let interruptNumber: Int32 = 2

  /// What it means, in words.
  package var words: String {
    switch self {
    case .complete: "complete, nothing new"
    case .newFindings: "complete, new findings"
    case .internalError: "internal error"
    case .incomplete: "incomplete coverage; findings may exist"
    case .usage: "wrong usage"
    case .badData: "bad input data"
    case .unreachable: "store or ledger unreachable"
    case .notWritable: "output not writable"
    case .busy: "lock held, or hourly budget spent before anything was judged; try later"
    case .refusedCredentials: "credentials refused"
    case .misconfigured: "configuration"
    case .interrupted: "interrupted (SIGINT); what was pulled is remembered"
    case .terminated: "terminated (SIGTERM); what was pulled is remembered"
    }
  }
}

/// Why a command could not do its work.
struct CommandFailure: Error, Equatable, Sendable {
  let status: ExitStatus
  let words: String

  init(_ status: ExitStatus, _ words: String) {
    self.status = status
    self.words = words
  }
}
