import Curl
import Formats
import Records
import StandIn
import Testing

private let path = "/inApps/v1/notifications/history"

private func question(_ more: String = "", daysUntil: Int64 = 0) -> String {
  let end = clock.milliseconds + daysUntil * Milliseconds.day
  return "{\"startDate\":\(clock.milliseconds - 20 * Milliseconds.day),\"endDate\":\(end)\(more)}"
}

extension StoreOnLoopback {
  fileprivate func records(_ more: String = "", of other: StandInServer? = nil) throws
    -> [JSONObject]
  {
    let page = try post(path, question(more, daysUntil: other == nil ? 0 : 9), of: other).object
    return try #require(page["notificationHistory"]?.array).compactMap(\.object)
  }

  fileprivate func bodies(of other: StandInServer? = nil) throws -> [JSONObject] {
    try records(of: other).map {
      try payload(of: try #require($0["signedPayload"]?.string))
    }
  }
}

private func announced(_ type: String, _ subtype: String? = nil) throws -> JSONObject {
  var announcement = Step.Announcement(type, subtype, ago: .days(1))
  announcement.product = .goldMonthly
  let store = try StoreOnLoopback([Story("specimen", [.notify(announcement)])])
  return try #require(try store.bodies().first)
}

private func coins(_ label: String, _ ago: Ago) -> Step {
  .buy(.init(label: label, product: .coins100, ago: ago))
}

@Suite struct `a notification about the app` {
  @Test func `has the one of four bodies that its type asks for`() throws {
    let bodies = ["data", "summary", "externalPurchaseToken", "appData"]
    let specimens = [
      ("TEST", nil, "data"), ("RENEWAL_EXTENSION", "SUMMARY", "summary"),
      ("EXTERNAL_PURCHASE_TOKEN", "UNREPORTED", "externalPurchaseToken"),
      ("RESCIND_CONSENT", nil, "appData"),
    ]
    for (type, subtype, expected) in specimens {
      let body = try announced(type, subtype)
      #expect(bodies.filter { body[$0] != nil } == [expected])
      #expect(body["notificationType"]?.string == type)
      #expect(body["subtype"]?.string == subtype)
      #expect(body[expected]?.object?["bundleId"]?.string == DemoScenario.bundleID)
    }
  }

  @Test func `carries what its body has`() throws {
    let test = try #require(try announced("TEST")["data"]?.object)
    #expect(test["signedTransactionInfo"] == nil)
    let summary = try #require(
      try announced("RENEWAL_EXTENSION", "SUMMARY")["summary"]?.object)
    #expect(summary["productId"]?.string == "gold.monthly")
    #expect(summary.integer("failedCount") == 1)
    let appData = try #require(try announced("RESCIND_CONSENT")["appData"]?.object)
    let app = try payload(of: try #require(appData["signedAppTransactionInfo"]?.string))
    #expect(app["receiptType"]?.string == "Production")
    let token = try #require(
      try announced("EXTERNAL_PURCHASE_TOKEN")["externalPurchaseToken"]?.object)
    #expect(token["externalPurchaseId"]?.string?.isEmpty == false)
  }
}

@Suite struct `the delivery of a notification` {
  private func attempts(_ sending: Sending, _ ago: Ago) throws -> [String] {
    let store = try StoreOnLoopback([Story("specimen", [coins("a", ago), .delivery(sending)])])
    let record = try #require(try store.records().first)
    return try #require(record["sendAttempts"]?.array).compactMap {
      $0.object?["sendAttemptResult"]?.string
    }
  }

  @Test func `is told attempt by attempt, as far as they were made`() throws {
    #expect(try attempts(.answered, .hours(5)) == ["SUCCESS"])
    #expect(try attempts(.neverSent, .hours(5)) == [])
    #expect(try attempts(.heardLater, .minutes(30)) == ["TIMED_OUT"])
    #expect(try attempts(.heardLater, .minutes(90)) == ["TIMED_OUT", "SUCCESS"])
    let mixed = Sending(results: ["UNSUCCESSFUL_HTTP_RESPONSE_CODE", "TLS_ISSUE", "SUCCESS"])
    #expect(try attempts(mixed, .hours(14)) == mixed.results)
    #expect(try attempts(.unanswered, .days(9)).count == 6)
  }

  @Test func `is a failure until it was heard`() throws {
    let store = try StoreOnLoopback([
      Story("specimen", [coins("a", .minutes(30)), .delivery(.heardLater)])
    ])
    #expect(try store.records(",\"onlyFailures\":true").count == 1)
    let later = try store.later(clock.adding(milliseconds: Milliseconds.hour))
    #expect(try store.records(",\"onlyFailures\":true", of: later).isEmpty)
    #expect(try store.records(of: later).count == 1)
  }

  @Test func `may be listed late, and twice`() throws {
    var sending = Sending.answered
    sending.late = .hours(6)
    sending.again = .days(1)
    let store = try StoreOnLoopback([
      Story(
        "specimen",
        [coins("a", .hours(5)), .delivery(sending), coins("b", .hours(4))])
    ])
    #expect(try store.bodies().count == 1)
    let later = try store.later(clock.adding(milliseconds: 2 * Milliseconds.hour))
    #expect(try store.bodies(of: later).count == 2)
    let latest = try store.later(clock.adding(milliseconds: 2 * Milliseconds.day))
    let bodies = try store.bodies(of: latest)
    let uuids = bodies.compactMap { $0["notificationUUID"]?.string }
    #expect(uuids.count == 3 && uuids[0] == uuids[2] && uuids[0] != uuids[1])
    let texts = try store.records(of: latest).map { $0["signedPayload"]?.string }
    #expect(texts[0] == texts[2])
  }
}

@Suite struct `a reversed refund` {
  @Test func `is told and leaves the refund history`() throws {
    let store = try StoreOnLoopback([
      Story(
        "specimen",
        [
          coins("a", .days(4)), .refund(of: "a", ago: .hours(50)),
          .reverseRefund(of: "a", ago: .hours(2)),
        ])
    ])
    let path = "/inApps/v2/refund/lookup/\(try store.soldID(0))"
    let before = try store.later(clock.adding(milliseconds: -3 * Milliseconds.hour))
    #expect(try store.get(path, of: before).object.tokens("signedTransactions").count == 1)
    #expect(try store.get(path).object.tokens("signedTransactions").isEmpty)
    #expect(
      try store.notificationTypes() == ["ONE_TIME_CHARGE", "REFUND", "REFUND_REVERSED"])
  }
}
