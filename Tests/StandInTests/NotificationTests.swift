import Curl
import Formats
import Records
import StandIn
import Testing

private func body(from: Int64, to: Int64, _ more: String = "") -> String {
  "{\"startDate\":\(from),\"endDate\":\(to)\(more)}"
}

private let path = "/inApps/v1/notifications/history"
private let week = clock.milliseconds - 7 * Milliseconds.day

@Suite struct `the notification history` {
  @Test func `pages through the whole app`() throws {
    let store = try StoreOnLoopback(plainCustomers: 60)
    let question = body(from: clock.milliseconds - 170 * Milliseconds.day, to: clock.milliseconds)
    var uuids: [String] = []
    var token: String?
    var moments: [Int64] = []
    repeat {
      let query = token.map { "?paginationToken=\(encoded($0))" } ?? ""
      let page = try store.post(path + query, question).object
      let records = try #require(page["notificationHistory"]?.array)
      #expect(records.count == 20 || page["hasMore"]?.bool == false)
      for record in records {
        let sent = try payload(of: try #require(record.object?["signedPayload"]?.string))
        uuids.append(try #require(sent["notificationUUID"]?.string))
        moments.append(try #require(sent.integer("signedDate")))
      }
      token = page["paginationToken"]?.string
      #expect((token != nil) == page["hasMore"]?.bool)
    } while token != nil
    #expect(Set(uuids).count == uuids.count && uuids.count > 60)
    #expect(moments == moments.sorted())
  }

  @Test func `carries the record as it stood and was signed then`() throws {
    let story = Story(
      "specimen",
      [
        .buy(.init(label: "month", product: .goldMonthly, ago: .hours(80))),
        .refund(of: "month", ago: .hours(2)),
      ])
    let store = try StoreOnLoopback([story])
    let page = try store.post(path, body(from: week, to: clock.milliseconds)).object
    let sent = try #require(page["notificationHistory"]?.array).map { record in
      try payload(of: try #require(record.object?["signedPayload"]?.string))
    }
    #expect(sent.map { $0["notificationType"]?.string } == ["SUBSCRIBED", "REFUND"])
    let inner = try sent.map { notification in
      let content = try #require(notification["data"]?.object)
      #expect(content["signedRenewalInfo"] != nil)
      return try payload(of: try #require(content["signedTransactionInfo"]?.string))
    }
    #expect(inner[0]["revocationDate"] == nil)
    #expect(inner[1]["revocationDate"] != nil)
    #expect(inner[0]["signedDate"] == sent[0]["signedDate"])
  }

  @Test func `tells which were never heard`() throws {
    var unheard = Step.Purchase(label: "coins", product: .coins100, ago: .hours(20))
    unheard.isHeard = false
    let story = Story(
      "specimen", [.buy(unheard), .buy(.init(label: "b", product: .coins500, ago: .hours(10)))])
    let store = try StoreOnLoopback([story])
    let failures = try store.post(
      path, body(from: week, to: clock.milliseconds, ",\"onlyFailures\":true"))
    let records = try #require(try failures.object["notificationHistory"]?.array)
    let attempts = try #require(records.first?.object?["sendAttempts"]?.array)
    #expect(records.count == 1)
    // At once, after one hour, and after twelve more.
    #expect(
      attempts.map { $0.object?["sendAttemptResult"]?.string }
        == Array(repeating: "NO_RESPONSE", count: 3))
  }

  @Test(
    arguments: [
      ("{}", 4_000_015), ("{\"startDate\":\(week)}", 4_000_016), ("[", 4_000_000),
      (body(from: week, to: week), 4_000_013),
      (body(from: clock.milliseconds - 181 * Milliseconds.day, to: week), 4_000_012),
      (
        body(
          from: week, to: clock.milliseconds, ",\"notificationType\":\"X\",\"transactionId\":\"1\""),
        4_000_019
      ),
      (body(from: week, to: clock.milliseconds, ",\"transactionId\":\"1\""), 4_040_010),
    ] as [(String, Int64)])
  func `refuses what it does not understand`(_ body: String, _ code: Int64) throws {
    let answer = try StoreOnLoopback().post(path, body)
    #expect(try answer.object.integer("errorCode") == code)
  }

  @Test func `leaves out what happens after the clock`() throws {
    let story = Story(
      "specimen", [.buy(.init(label: "b", product: .coins500, ago: .minutes(-5)))])
    let store = try StoreOnLoopback([story])
    let future = clock.milliseconds + Milliseconds.day
    let page = try store.post(path, body(from: week, to: future)).object
    #expect(page["notificationHistory"]?.array?.isEmpty == true)
  }
}
