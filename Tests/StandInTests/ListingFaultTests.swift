import Curl
import Formats
import Records
import StandIn
import Testing

private let historyPath = "/inApps/v2/history/"
private let notificationPath = "/inApps/v1/notifications/history"

/// A customer with so many purchases, an hour between them; the first is refunded in an hour.
private func collector(_ purchases: Int) -> Story {
  Story(
    "collector",
    (1...purchases).map { number in
      .buy(
        .init(
          label: "\(number)", product: .coins100,
          ago: .minutes(Int64(purchases - number) * 60 + 1)))
    } + [.refund(of: "1", ago: .hours(-1))])
}

private func fault(
  _ effect: Fault.Effect, on path: String, nth: Int = 1, count: Int = 1,
  isContinuation: Bool = false
) -> Fault {
  Fault(
    match: .init(path: path, nth: nth, count: count, isContinuation: isContinuation),
    effect: effect)
}

extension StoreOnLoopback {
  /// The pages of a history, at most so many.
  fileprivate func pages(atMost limit: Int = 10) throws -> [JSONObject] {
    let id = try soldID(0)
    var pages: [JSONObject] = []
    var revision: String?
    repeat {
      let query = revision.map { "?revision=\(encoded($0))" } ?? ""
      let page = try get(historyPath + id + query).object
      pages.append(page)
      guard page["hasMore"]?.bool == true else { return pages }
      revision = page["revision"]?.string
    } while pages.count < limit
    return pages
  }

  fileprivate func notificationPages() throws -> [[String]] {
    let from = clock.milliseconds - 9 * Milliseconds.day
    // Still to come: the store takes it as now, and now moves on.
    let end = clock.milliseconds + Milliseconds.day
    var pages: [[String]] = []
    var token: String?
    repeat {
      let query = token.map { "?paginationToken=\(encoded($0))" } ?? ""
      let page = try post(
        notificationPath + query, "{\"startDate\":\(from),\"endDate\":\(end)}"
      ).object
      pages.append(
        try #require(page["notificationHistory"]?.array).compactMap {
          $0.object?["signedPayload"]?.string
        })
      token = page["paginationToken"]?.string
    } while token != nil && pages.count < 10
    return pages
  }
}

@Suite struct `a fault in what is listed` {
  @Test func `changes a record between two pages of a walk`() throws {
    let store = try StoreOnLoopback(
      [collector(30)],
      faults: [
        fault(.advance(milliseconds: 2 * Milliseconds.hour), on: historyPath)
      ])
    let pages = try store.pages()
    let records = try pages.map { try $0.tokens("signedTransactions").map(payload) }
    #expect(records.map(\.count) == [20, 11])
    let changed = try #require(records[1].last)
    #expect(changed["transactionId"] == records[0][0]["transactionId"])
    #expect(records[0][0]["revocationDate"] == nil && changed["revocationDate"] != nil)
    #expect(store.server.clock == clock.adding(milliseconds: 2 * Milliseconds.hour))
  }

  @Test func `lets a walk of notifications go on while the clock does`() throws {
    let store = try StoreOnLoopback(
      [collector(30)],
      faults: [
        fault(.advance(milliseconds: 2 * Milliseconds.hour), on: notificationPath)
      ])
    // The refund came in the meantime.
    #expect(try store.notificationPages().map(\.count) == [20, 11])
  }

  @Test func `promises more for ever`() throws {
    let store = try StoreOnLoopback(
      [collector(30)], faults: [fault(.twist(.endless), on: historyPath, count: .max)])
    let pages = try store.pages(atMost: 4)
    #expect(try pages.map { try $0.tokens("signedTransactions").count } == [20, 10, 0, 0])
    #expect(pages.allSatisfy { $0["hasMore"]?.bool == true })
  }

  @Test func `gives the same page's token again`() throws {
    let store = try StoreOnLoopback(
      [collector(30)],
      faults: [fault(.twist(.repeatRevision), on: historyPath, nth: 2, count: .max)])
    let pages = try store.pages(atMost: 4)
    let revisions = pages.map { $0["revision"]?.string }
    #expect(revisions[0] == revisions[1] && revisions[1] == revisions[3])
    #expect(try pages.map { try $0.tokens("signedTransactions").count } == [20, 10, 10, 10])
  }

  @Test func `lists a notification on two pages`() throws {
    let store = try StoreOnLoopback(
      [collector(30)],
      faults: [
        fault(.twist(.repeatNotification), on: notificationPath, count: .max)
      ])
    let pages = try store.notificationPages()
    #expect(pages.map(\.count) == [21, 11])
    #expect(pages[0][0] == pages[0][1])
    #expect(pages[1][0] == pages[0].last)
    #expect(Set(pages.joined()).count == 30)
  }

  @Test func `holds notifications back until they are old`() throws {
    let late = Fault.Effect.twist(.lateNotifications(milliseconds: 3 * Milliseconds.hour))
    let store = try StoreOnLoopback(
      [collector(10)], faults: [fault(late, on: notificationPath)])
    #expect(try store.notificationPages().map(\.count) == [7])
    #expect(try store.notificationPages().map(\.count) == [10])
  }

  @Test func `refuses only a call for a later page`() throws {
    let wrong = Fault.Effect.refuse(
      status: 400, body: .error(code: 4_000_005, message: "Invalid."), retryAfter: nil)
    let expired = Fault.Effect.refuse(
      status: 400, body: .error(code: 4_000_017, message: "Expired."), retryAfter: nil)
    let store = try StoreOnLoopback(
      [collector(30)],
      faults: [
        fault(wrong, on: historyPath, isContinuation: true),
        fault(expired, on: notificationPath, isContinuation: true),
      ])
    let codes = try store.pages().map { $0.integer("errorCode") }
    #expect(codes == [nil, 4_000_005])
    #expect(try store.pages().count == 2)
    let first = try store.post(
      notificationPath,
      "{\"startDate\":\(clock.milliseconds - 1_000_000_000),\"endDate\":\(clock.milliseconds)}")
    #expect(first.status == 200)
    #expect(store.server.requests.map(\.fault).compactMap(\.self).count == 1)
  }
}
