/// Where a record of the store ends up; every record in exactly one class.
package enum StoreClass: String, Sendable, CaseIterable {
  case matched, missed
  case inFlight = "in-flight"
  case revoked, superseded
  case otherBundle = "other-bundle"
  case otherEnvironment = "other-environment"
  case conflicting, excluded
  case couldNotCheck = "could-not-check"
  case duplicate, alias
  case olderState = "older-state"
}

/// Where a ledger row ends up; every row in exactly one class.
package enum LedgerClass: String, Sendable, CaseIterable {
  case matched, extra, pending, failed, withheld, reversal, unknown, bad
  case inFlight = "in-flight"
  case otherEnvironment = "other-environment"
  case duplicate, excluded
  case couldNotCheck = "could-not-check"
}
