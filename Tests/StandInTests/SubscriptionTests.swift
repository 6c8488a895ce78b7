import Curl
import Formats
import Records
import StandIn
import Testing

private func month(ago: Ago) -> Step {
  .buy(.init(label: "month", product: .goldMonthly, ago: ago))
}

extension StoreOnLoopback {
  /// The only chain of the only customer, with its renewal info read.
  fileprivate func chain(
    of other: StandInServer? = nil, _ query: String = ""
  ) throws -> (chain: JSONObject, renewal: JSONObject)? {
    let id = try soldID(0)
    let answer = try get("/inApps/v1/subscriptions/\(id)\(query)", of: other)
    #expect(answer.status == 200)
    let groups = try #require(try answer.object["data"]?.array)
    guard let group = groups.first?.object else { return nil }
    #expect(group["subscriptionGroupIdentifier"]?.string == "21403001")
    let chains = try #require(group["lastTransactions"]?.array)
    #expect(chains.count == 1)
    let chain = try #require(chains.first?.object)
    return (chain, try payload(of: try #require(chain["signedRenewalInfo"]?.string)))
  }
}

@Suite struct `the standing of a subscription` {
  @Test func `is active until its period ends, then expired`() throws {
    // Bought at a time of day of its own, up to half a day before.
    let store = try StoreOnLoopback([Story("specimen", [month(ago: .days(29))])])
    let now = try #require(try store.chain())
    #expect(now.chain.integer("status") == 1)
    #expect(now.renewal.integer("autoRenewStatus") == 1)
    #expect(now.renewal["expirationIntent"] == nil)
    #expect(now.renewal["signedDate"]?.number == String(clock.milliseconds))
    let later = try store.later(clock.adding(milliseconds: 2 * Milliseconds.day))
    let then = try #require(try store.chain(of: later))
    #expect(then.chain.integer("status") == 2)
    #expect(then.renewal.integer("autoRenewStatus") == 0)
    #expect(then.renewal.integer("expirationIntent") == 1)
  }

  @Test func `names the newest period only`() throws {
    let store = try StoreOnLoopback([
      Story("specimen", [month(ago: .days(40)), .renew("next", of: "month")])
    ])
    let now = try #require(try store.chain())
    let token = try #require(now.chain["signedTransactionInfo"]?.string)
    let record = try payload(of: token)
    #expect(record["transactionReason"]?.string == "RENEWAL")
    #expect(record["originalTransactionId"] == now.chain["originalTransactionId"])
    #expect(record.integer("expiresDate") == now.renewal.integer("renewalDate"))
  }

  @Test func `is a grace period, then a billing retry, then over`() throws {
    let hours = 30 * 24 + 6
    let store = try StoreOnLoopback([
      Story(
        "specimen",
        [month(ago: .hours(Int64(hours))), .failToRenew("month", grace: .days(6))])
    ])
    let now = try #require(try store.chain())
    #expect(now.chain.integer("status") == 4)
    #expect(now.renewal["isInBillingRetryPeriod"]?.bool == true)
    let grace = try #require(now.renewal.integer("gracePeriodExpiresDate"))
    #expect(grace == clock.milliseconds + 6 * Milliseconds.day - 6 * Milliseconds.hour)
    let retry = try #require(try store.chain(of: store.later(Instant(milliseconds: grace))))
    #expect(retry.chain.integer("status") == 3)
    #expect(retry.renewal["gracePeriodExpiresDate"] == nil)
    #expect(retry.renewal.integer("expirationIntent") == 2)
    let end = clock.adding(milliseconds: 61 * Milliseconds.day)
    let over = try #require(try store.chain(of: store.later(end)))
    #expect(over.chain.integer("status") == 2)
    #expect(over.renewal.integer("expirationIntent") == 2)
    #expect(over.renewal["isInBillingRetryPeriod"] == nil)
  }

  @Test func `is a billing retry at once without a grace period, and lapses on demand`() throws {
    let hours = 30 * 24 + 60
    let store = try StoreOnLoopback([
      Story(
        "specimen",
        [
          month(ago: .hours(Int64(hours))), .failToRenew("month", grace: nil),
          .lapse("month", ago: .hours(2)),
        ])
    ])
    let before = clock.adding(milliseconds: -3 * Milliseconds.hour)
    let retry = try #require(try store.chain(of: store.later(before)))
    #expect(retry.chain.integer("status") == 3)
    let now = try #require(try store.chain())
    #expect(now.chain.integer("status") == 2)
    #expect(
      try store.notificationTypes() == [
        "SUBSCRIBED INITIAL_BUY", "DID_FAIL_TO_RENEW", "EXPIRED BILLING_RETRY",
      ])
  }

  @Test func `is active again when the money comes`() throws {
    let store = try StoreOnLoopback([
      Story(
        "specimen",
        [
          month(ago: .hours(30 * 24 + 100)), .failToRenew("month", grace: .days(3)),
          .renew("late", of: "month", ago: .hours(4)),
        ])
    ])
    let now = try #require(try store.chain())
    #expect(now.chain.integer("status") == 1)
    #expect(now.renewal["isInBillingRetryPeriod"] == nil)
    #expect(
      try store.notificationTypes() == [
        "SUBSCRIBED INITIAL_BUY", "DID_FAIL_TO_RENEW GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
        "DID_RENEW BILLING_RECOVERY",
      ])
  }

  @Test func `tells a revocation and a cancelled renewal`() throws {
    let revoked = try StoreOnLoopback([
      Story("specimen", [month(ago: .days(3)), .refund(of: "month", ago: .days(1))])
    ])
    #expect(try revoked.chain()?.chain.integer("status") == 5)
    let cancelled = try StoreOnLoopback([
      Story("specimen", [month(ago: .days(3)), .cancel("month", ago: .days(1))])
    ])
    let now = try #require(try cancelled.chain())
    #expect(now.chain.integer("status") == 1)
    #expect(now.renewal.integer("autoRenewStatus") == 0)
  }

  @Test func `can be asked for by number`() throws {
    let store = try StoreOnLoopback([Story("specimen", [month(ago: .days(3))])])
    #expect(try store.chain(of: nil, "?status=2&status=1") != nil)
    #expect(try store.chain(of: nil, "?status=2") == nil)
    let answer = try store.get("/inApps/v1/subscriptions/\(try store.soldID(0))?status=6")
    #expect(try answer.object.integer("errorCode") == 4_000_031)
  }

  @Test func `is nobody's for a customer without one`() throws {
    let store = try StoreOnLoopback([
      Story("specimen", [.buy(.init(label: "coins", product: .coins100, ago: .days(3)))])
    ])
    #expect(try store.chain() == nil)
    let unknown = try store.get("/inApps/v1/subscriptions/1")
    #expect(try unknown.object.integer("errorCode") == 4_040_010)
  }
}
