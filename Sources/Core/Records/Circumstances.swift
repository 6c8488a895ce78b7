/// What a run is told before it starts: the app, the moment, the window, the job's rules.
///
/// The core owns no clock and reads no file, so the same circumstances and the same books give
/// the same verdict.
package struct Circumstances: Sendable {
  /// The app that is judged.
  package var bundleID: String
  /// Its environment, by Apple's word.
  package var environment: String
  /// The moment at which the run judges.
  package var asOf: Instant
  /// The time for which the run answers.
  package var window = Window.always
  package var rules = RuleSettings()
  package var products = ProductCatalogue()
  /// Whether the store's files are all there is, by the word of the person who made them.
  package var isStoreComplete = false
  /// Whether absence was asked about at the store, id by id.
  package var isAskedDirectly = false
  /// What the store's side could not see.
  package var gaps: [Gap] = []
  package var acceptedGaps: [AcceptedGap] = []
  /// What could not be confirmed, with the reason, by transaction id: nobody is accused of it.
  package var doubts: [String: Gap] = [:]
  /// Names the owner of an account token, by the job's map; tokens in lower case.
  package var owners: [String: String] = [:]

  package init(bundleID: String, environment: String, asOf: Instant) {
    self.bundleID = bundleID
    self.environment = environment
    self.asOf = asOf
  }

  /// Whether a purchase of `date` has had time to reach the ledger.
  package func isSettled(_ date: Instant) -> Bool {
    asOf.milliseconds(since: date) >= rules.settleMinutes * Milliseconds.minute
  }

  /// Whether a refund of `date` has had time to reach the ledger.
  package func isRefundSettled(_ date: Instant) -> Bool {
    asOf.milliseconds(since: date) >= rules.refundSettleMinutes * Milliseconds.minute
  }
}
