package import Matching
package import Records
package import Rules

/// A group about which a rule keeps quiet, and why it must.
package struct Quiet: Sendable, CustomStringConvertible {
  /// Why.
  package let description: String
  package let group: MatchGroup
  package let circumstances: Circumstances

  package init(_ reason: String, _ group: MatchGroup, _ circumstances: Circumstances = .noon) {
    description = reason
    self.group = group
    self.circumstances = circumstances
  }
}

/// A group about which a rule speaks up, and how loudly.
package struct Loud: Sendable, CustomStringConvertible {
  /// Why.
  package let description: String
  package let group: MatchGroup
  package let circumstances: Circumstances
  package let severity: Severity
  /// Thousandths of a dollar; nil where no amount can be named.
  package let milliunits: Int64?

  package init(
    _ reason: String, _ group: MatchGroup, _ severity: Severity, _ milliunits: Int64?
  ) {
    self.init(reason, group, .noon, severity, milliunits)
  }

  package init(
    _ reason: String, _ group: MatchGroup, _ circumstances: Circumstances, _ severity: Severity,
    _ milliunits: Int64?
  ) {
    description = reason
    self.group = group
    self.circumstances = circumstances
    self.severity = severity
    self.milliunits = milliunits
  }
}

extension Rule {
  /// What the rule says about an example.
  package func judge(_ example: Quiet) -> Answer? {
    judge(example.group, example.circumstances)
  }

  /// What the rule says about an example.
  package func judge(_ example: Loud) -> Answer? {
    judge(example.group, example.circumstances)
  }
}

extension NoticeRule {
  /// What the notice says about an example.
  package func judge(_ example: Quiet) -> String? {
    judge(example.group, example.circumstances)
  }
}
