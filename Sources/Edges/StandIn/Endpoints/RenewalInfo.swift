import Formats
import Records
import SQLite

/// How a chain stands at one moment.
struct ChainStanding: Sendable, Equatable {
  /// 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked (facts 4.2).
  let status: Int64
  /// What the store says about the next period, without `signedDate`.
  let renewalInfo: String
}

extension StoreCounter {
  /// How the chain of a period stood at a moment; nil for a record of another kind.
  func standing(
    of payload: String, _ environment: WorldEnvironment, at moment: Instant
  ) throws(Refusal) -> ChainStanding? {
    guard let facts = facts(of: payload), facts["webOrderLineItemId"] != nil,
      let originalID = facts["originalTransactionId"]?.string,
      let end = facts["expiresDate"]?.number.flatMap({ Int64($0) })
    else { return nil }
    let renewal = try recalling { () throws(SQLiteFailure) in
      try world.renewal(of: originalID, in: environment, at: moment.milliseconds)
    }
    let status = Self.status(
      isRevoked: facts["revocationDate"] != nil, end: end, renewal, at: moment.milliseconds)
    return ChainStanding(
      status: status, renewalInfo: Self.info(facts, originalID, end, renewal, status))
  }

  private static func status(
    isRevoked: Bool, end: Int64, _ renewal: RememberedRenewal?, at moment: Int64
  ) -> Int64 {
    if isRevoked { return 5 }
    if moment < end { return 1 }
    if let grace = renewal?.graceUntil, moment < grace { return 4 }
    if let retry = renewal?.retryUntil, moment < retry { return 3 }
    return 2
  }

  private static func info(
    _ facts: JSONObject, _ originalID: String, _ end: Int64, _ renewal: RememberedRenewal?,
    _ status: Int64
  ) -> String {
    // A chain that ended without a word was given up by the customer.
    let isWanted = renewal?.isWanted ?? (status != 2 && status != 5)
    var info = PayloadText()
    info.add("originalTransactionId", originalID)
    info.add("autoRenewProductId", facts["productId"]?.string)
    info.add("productId", facts["productId"]?.string)
    info.add("autoRenewStatus", isWanted ? 1 : 0)
    if status == 2 || status == 3 { info.add("expirationIntent", renewal?.intent ?? 1) }
    if renewal?.retryUntil != nil {
      info.add("isInBillingRetryPeriod", status == 3 || status == 4)
    }
    if status == 4 { info.add("gracePeriodExpiresDate", renewal?.graceUntil) }
    info.add("environment", facts["environment"]?.string)
    info.add("recentSubscriptionStartDate", facts["originalPurchaseDate"]?.wholeNumber)
    info.add("renewalDate", end)
    info.add("appTransactionId", facts["appTransactionId"]?.string)
    return info.text
  }
}

extension JSONValue {
  /// A whole number that fits.
  fileprivate var wholeNumber: Int64? { number.flatMap { Int64($0) } }
}
