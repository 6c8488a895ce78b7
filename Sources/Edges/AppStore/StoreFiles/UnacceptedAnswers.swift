import Records

/// The answers of verifyReceipt that hold no receipt, counted by status.
struct UnacceptedAnswers {
  private var counts: [Int64: (count: Int, firstLine: Int)] = [:]

  /// Counts one.
  mutating func add(_ status: Int64, line: Int) {
    counts[status, default: (0, line)].count += 1
  }

  /// Says what is missing because of them: customers whom nobody can name.
  func report(in summary: inout StoreFileSummary) {
    for (status, found) in counts.sorted(by: { $0.key < $1.key }) {
      let answers = found.count == 1 ? "one answer" : "\(found.count) answers"
      let gap = Gap(
        nature: status == Self.accountGone ? .limit : .gap,
        reason: "\(answers) of verifyReceipt with status \(status): \(Self.words(for: status)) "
          + "(first in line \(found.firstLine))")
      if gap.nature == .limit { summary.limits.append(gap) } else { summary.gaps.append(gap) }
    }
  }

  /// The account was deleted, so no later run can see more.
  private static let accountGone: Int64 = 21010

  /// Facts 6.3.
  private static func words(for status: Int64) -> String {
    switch status {
    case 21000: "the request was not sent as it should be"
    case 21002: "the receipt was malformed, or Apple had a passing fault"
    case 21003: "the receipt could not be authenticated"
    case 21004: "the shared secret was wrong"
    case 21005: "Apple's server was not available"
    case 21007: "a receipt of the sandbox was sent to production"
    case 21008: "a receipt of production was sent to the sandbox"
    case 21009, 21100...21199: "Apple could not reach its own records"
    case 21010: "the account is not found or was deleted"
    default: "not a status that Apple documents"
    }
  }
}
