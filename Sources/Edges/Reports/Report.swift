package import Reconciliation
package import Records
import Formats
import Rules

/// Everything that a report is made of: what a run has to say, and which run it was.
package struct Report: Sendable {
  package var outcome: Outcome
  package var run: RunDescription

  package init(_ outcome: Outcome, _ run: RunDescription) {
    self.outcome = outcome
    self.run = run
  }
}

/// Which run it was.
package struct RunDescription: Sendable, Equatable {
  /// The job's name; nil where books were compared without a job.
  package var job: String?
  /// The run's name, which is its folder's too.
  package var run: String
  /// The moment at which the run judged.
  package var asOf: Instant
  /// Whether no run of the job came before, so that everything is new.
  package var isFirst = false
  /// Names the configuration as the run understood it; secrets are no part of it.
  package var configurationHash: String
  package var rulesVersion = RuleBook.version
  /// How often the store was asked, by endpoint.
  ///
  /// Only said on the terminal: a run that was killed and resumed asks more often and must still
  /// write the same files.
  package var calls: [String: Int] = [:]

  /// A run; its name comes from the moment it judges where nobody gave one.
  package init(job: String?, run: String? = nil, asOf: Instant, configurationHash: String) {
    self.job = job
    self.run = run ?? Self.name(asOf: asOf)
    self.asOf = asOf
    self.configurationHash = configurationHash
  }

  /// A run's name by the moment it judges: `2026-03-10T030000Z`, which any file system takes.
  package static func name(asOf: Instant) -> String {
    asOf.isoText.filter { $0 != ":" }
  }
}

extension Instant {
  /// The moment as ISO 8601 in UTC.
  var isoText: String { TimeText.iso(milliseconds) }
}
