package import Matching
package import Records

/// One question asked of every match group.
package struct Rule: Sendable {
  /// The kind of its findings.
  package let kind: FindingKind
  /// What is asked, as a person would; a yes is silence.
  package let question: String
  /// What a finding costs at most, and when it costs less, in words.
  package let weight: String
  /// The facts about a purchase that may make the rule speak; without any of them it is silent.
  package let wakes: Facts
  /// The answer about one group; nil is silence.
  package let judge: @Sendable (MatchGroup, Circumstances) -> Answer?

  package init(
    kind: FindingKind, question: String, weight: String, wakes: Facts,
    judge: @escaping @Sendable (MatchGroup, Circumstances) -> Answer?
  ) {
    self.kind = kind
    self.question = question
    self.weight = weight
    self.wakes = wakes
    self.judge = judge
  }
}

/// What a rule says about one group.
package struct Answer: Sendable, Equatable {
  package var severity: Severity
  /// What is wrong, in words.
  package var wrong: String
  /// What to consider doing.
  package var suggestion: String
  /// The money or goods at stake; nil if it is unknown.
  package var amount: Money?
  /// Words besides.
  package var notes: [String]

  package init(
    _ severity: Severity, _ wrong: String, suggestion: String, amount: Money? = nil,
    notes: [String] = []
  ) {
    self.severity = severity
    self.wrong = wrong
    self.suggestion = suggestion
    self.amount = amount
    self.notes = notes
  }
}
