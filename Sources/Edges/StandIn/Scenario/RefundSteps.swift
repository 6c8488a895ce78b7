import Records

// What the store does afterwards, and what it tells the app's server.
extension StoryTeller {
  mutating func refund(_ label: String, at moment: Instant) throws(ScenarioFailure) {
    let isFamily = try transaction(label).isFamilyShared
    for alias in try aliases(of: label) {
      try change(alias, at: moment) { record in
        record.revocation =
          isFamily
          ? .init(date: moment, type: "FAMILY_REVOKE", percentage: nil) : .init(date: moment)
      }
    }
    try notify(label, at: moment, isFamily ? "REVOKE" : "REFUND", nil)
  }

  mutating func reverseRefund(_ label: String, at moment: Instant) throws(ScenarioFailure) {
    for alias in try aliases(of: label) {
      try change(alias, at: moment) { $0.revocation = nil }
    }
    try notify(label, at: moment, "REFUND_REVERSED", nil)
  }

  /// Sends a notification that carries the record as it stands now.
  mutating func notify(
    _ label: String, at moment: Instant, _ type: String, _ subtype: String?, isHeard: Bool = true
  ) throws(ScenarioFailure) {
    let delay = mint.random.number(in: 2...9) * Milliseconds.second
    chapter.notifications.append(
      SentNotification(
        at: moment.adding(milliseconds: delay), type: type, subtype: subtype,
        uuid: mint.random.uuid(), isHeard: isHeard, version: try told(label).version))
  }
}
