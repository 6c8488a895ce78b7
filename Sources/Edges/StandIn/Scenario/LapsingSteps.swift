import Records

/// A chain whose money did not come.
struct RenewalFailure: Sendable, Equatable {
  /// The label of its last period.
  let label: String
  /// Until when the store tries to collect.
  let retryUntil: Instant
  /// Until when the customer is served nevertheless.
  let graceUntil: Instant?
}

// How subscriptions end, and nearly end.
extension StoryTeller {
  /// How long the store tries to collect, in days.
  private static var retryDays: Int64 { 60 }

  mutating func cancel(_ label: String, at moment: Instant) throws(ScenarioFailure) {
    try renewal(label, at: moment) { next in
      next.isWanted = false
      next.intent = 1
    }
    try notify(label, at: moment, "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED")
  }

  mutating func failToRenew(_ label: String, grace: Ago?) throws(ScenarioFailure) {
    let sale = try transaction(label)
    guard let end = sale.expiresDate else { throw .noPeriod(story: story.name, label: label) }
    let failure = RenewalFailure(
      label: label, retryUntil: end.adding(milliseconds: Self.retryDays * Milliseconds.day),
      graceUntil: grace.map { end.adding(milliseconds: $0.milliseconds) })
    try renewal(label, at: end) { next in
      next.intent = 2
      next.retryUntil = failure.retryUntil
      next.graceUntil = failure.graceUntil
    }
    failures[sale.originalTransactionID] = failure
    try notify(label, at: end, "DID_FAIL_TO_RENEW", grace == nil ? nil : "GRACE_PERIOD")
  }

  mutating func lapse(_ label: String, at moment: Instant?) throws(ScenarioFailure) {
    let sale = try transaction(label)
    guard let end = sale.expiresDate else { throw .noPeriod(story: story.name, label: label) }
    let moment = moment ?? end
    let failure = try endFailure(of: sale, at: moment)
    try renewal(label, at: moment) { next in
      next.isWanted = false
      next.intent = failure == nil ? 1 : 2
    }
    try notify(label, at: moment, "EXPIRED", failure == nil ? "VOLUNTARY" : "BILLING_RETRY")
  }

  /// Closes a chain's failure; the end of its grace period was told if it came before.
  mutating func endFailure(
    of sale: SoldTransaction, at moment: Instant
  ) throws(ScenarioFailure) -> RenewalFailure? {
    guard let failure = failures.removeValue(forKey: sale.originalTransactionID) else { return nil }
    if let grace = failure.graceUntil, grace < moment {
      try notify(failure.label, at: grace, "GRACE_PERIOD_EXPIRED", nil)
    }
    try renewal(failure.label, at: moment)
    return failure
  }

  /// Tells to the end what no step ended.
  mutating func endFailures() throws(ScenarioFailure) {
    for failure in failures.sorted(by: { $0.key < $1.key }).map(\.value) {
      try lapse(failure.label, at: failure.retryUntil)
    }
  }

  private mutating func renewal(
    _ label: String, at moment: Instant, _ change: (inout RenewalChange) -> Void = { _ in }
  ) throws(ScenarioFailure) {
    let sale = try transaction(label)
    guard sale.expiresDate != nil else { throw .noPeriod(story: story.name, label: label) }
    var next = RenewalChange(
      at: moment, environment: sale.environment,
      originalTransactionID: sale.originalTransactionID)
    change(&next)
    chapter.renewals.append(next)
  }
}
