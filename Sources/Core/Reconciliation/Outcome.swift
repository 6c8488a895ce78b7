package import Records
package import Rules

/// Everything that a run has to say.
package struct Outcome: Sendable {
  /// In report order.
  package var findings: [Finding]
  package var notices: [Notice]
  package var messages: [String]
  package var totals: ControlTotals
  package var coverage: Coverage
  /// The texts that the totals' currencies name.
  package var texts: TextTable

  /// The answer in one word.
  package var verdict: Verdict {
    guard coverage.isComplete else { return .incomplete }
    let isOpen = findings.contains { $0.status == .new || $0.status == .open }
    return isOpen ? .exceptions : .clean
  }

  /// Whether a new finding weighs enough to wake somebody.
  package func raisesAlarm(from severity: Severity) -> Bool {
    findings.contains { $0.status == .new && $0.severity >= severity }
  }
}
