package import Reconciliation
package import Records

/// What a pull has done so far, and what it could not see.
package struct PullReport: Sendable, Equatable {
  /// The requests that were sent, repetitions included, by the endpoint's name.
  package var calls: [String: Int] = [:]
  /// The pages that were remembered.
  package var pages = 0
  /// The records on them whose signature holds.
  package var records = 0
  /// The records on them whose signature does not.
  package var refused = 0
  /// What this run should have seen and did not.
  package var gaps: [Gap] = []
  /// What no run can see.
  package var limits: [Gap] = []
  /// The ids that lead to no customer, in the order they were asked for; they are to be looked up.
  package var unknownSeeds: [String] = []
  /// The ids whose history could not be read.
  package var unreadSeeds: [String] = []
  /// Whether notifications were read to the as-of, and without a hole behind the sweep before.
  ///
  /// Where it is false a known customer may have changed unseen, so all of them are to be asked
  /// again. It is false on a first run, since there is no earlier sweep to go on from.
  package var sweepIsUnbroken = false
  /// From when on notifications were read without a hole, over all runs; nil where they are off,
  /// or where this run did not read them to its as-of.
  ///
  /// A customer whose history was read at or after this moment counts as seen up to the as-of.
  package var sweptSince: Instant?
  /// Whether the list of notifications was read and has none of the last thirty days, so that it
  /// tells of nobody; then no moment is named above.
  package var isSilent = false
  /// Why not everything was asked that should have been; nil if it was.
  package var stopped: String?
  /// The same in terms of what the operator can do.
  package var stopKind: SourceFailure.Kind?

  /// A report of nothing.
  package init() {}
}
