import Records

// What the store takes back, and gives again.
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
}
