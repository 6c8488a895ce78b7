import Curl
import Formats
import Records
import StandIn
import Testing

/// A customer with 45 purchases, of which the first was refunded a day after the clock.
private func collector() -> Story {
  var steps: [Step] = []
  for number in 1...45 {
    let ago = Ago.minutes(Int64(100 - number) * 60 + 1)
    steps.append(
      .buy(.init(label: "\(number)", product: .coins100, ago: ago)))
  }
  steps.append(.buy(.init(label: "tomorrow", product: .coins500, ago: .hours(-20))))
  steps.append(.refund(of: "1", ago: .hours(-24)))
  return Story("a collector", steps)
}

extension StoreOnLoopback {
  /// Some id that the store knows, from its notifications.
  fileprivate func anyID(_ environment: String = "") throws -> String {
    let from = clock.milliseconds - 29 * Milliseconds.day
    let answer = try post(
      "\(environment)/inApps/v1/notifications/history",
      "{\"startDate\":\(from),\"endDate\":\(clock.milliseconds)}")
    let records = try #require(try answer.object["notificationHistory"]?.array)
    let token = try #require(records.first?.object?["signedPayload"]?.string)
    let content = try #require(try payload(of: token)["data"]?.object)
    let inner = try #require(content["signedTransactionInfo"]?.string)
    return try #require(try payload(of: inner)["transactionId"]?.string)
  }

  /// Walks a history to its end; gives the ids in order, the sizes of the pages and the revision.
  fileprivate func walk(
    _ path: String, from revision: String? = nil, of other: StandInServer? = nil
  ) throws -> (records: [JSONObject], pages: [Int], revision: String) {
    var records: [JSONObject] = []
    var pages: [Int] = []
    var next = revision
    while true {
      let separator = path.contains("?") ? "&" : "?"
      let query = next.map { "\(separator)revision=\(encoded($0))" } ?? ""
      let answer = try get(path + query, of: other)
      let object = try answer.object
      #expect(answer.status == 200)
      let tokens = try object.tokens("signedTransactions")
      for token in tokens { records.append(try payload(of: token)) }
      pages.append(tokens.count)
      next = try #require(object["revision"]?.string)
      if object["hasMore"]?.bool == false { return (records, pages, next ?? "") }
    }
  }
}

@Suite struct `the history of a customer` {
  @Test func `comes in pages of twenty that add up`() throws {
    let store = try StoreOnLoopback([collector()])
    let walk = try store.walk("/inApps/v2/history/\(try store.anyID())")
    #expect(walk.pages == [20, 20, 5])
    #expect(Set(walk.records.map { $0["transactionId"]?.string }).count == 45)
    #expect(
      walk.records.allSatisfy { $0.integer("signedDate") == clock.milliseconds })
  }

  @Test func `gives from a revision only what is new or changed`() throws {
    let store = try StoreOnLoopback([collector()])
    let path = "/inApps/v2/history/\(try store.anyID())"
    let first = try store.walk(path)
    #expect(try store.walk(path, from: first.revision).records.isEmpty)
    let server = try store.later(clock.adding(milliseconds: 2 * Milliseconds.day))
    let second = try store.walk(path, from: first.revision, of: server)
    #expect(second.records.count == 2)
    let bought = second.records[0]
    let refunded = second.records[1]
    #expect(bought["productId"]?.string == "coins.500")
    #expect(refunded["transactionId"] == first.records[0]["transactionId"])
    #expect(refunded["revocationDate"] != nil)
    #expect(first.records[0]["revocationDate"] == nil)
  }

  @Test func `is reached by any id of the customer`() throws {
    let store = try StoreOnLoopback([collector()])
    let walk = try store.walk("/inApps/v2/history/\(try store.anyID())")
    let last = try #require(walk.records.last?["transactionId"]?.string)
    let customer = try #require(walk.records.last?["appTransactionId"]?.string)
    #expect(try store.walk("/inApps/v2/history/\(last)").records == walk.records)
    #expect(try store.walk("/inApps/v2/history/\(customer)").records == walk.records)
  }

  @Test(
    arguments: [
      ("revision=nonsense", 4_000_005), ("sort=SIDEWAYS", 4_000_021),
      ("productType=COIN", 4_000_022), ("revoked=perhaps", 4_000_030),
      ("startDate=soon", 4_000_015),
    ] as [(String, Int64)])
  func `refuses what it does not understand`(_ query: String, _ code: Int64) throws {
    let store = try StoreOnLoopback([collector()])
    let answer = try store.get("/inApps/v2/history/\(try store.anyID())?\(query)")
    #expect(answer.status == 400)
    #expect(try answer.object.integer("errorCode") == code)
  }

  @Test func `holds a revision to its own question`() throws {
    let store = try StoreOnLoopback([collector()])
    let path = "/inApps/v2/history/\(try store.anyID())"
    let revision = encoded(try store.walk(path).revision)
    let answer = try store.get("\(path)?revision=\(revision)&revoked=true")
    #expect(try answer.object.integer("errorCode") == 4_000_005)
  }

  @Test func `is filtered and turned around on demand`() throws {
    let story = Story(
      "specimen",
      [
        .buy(.init(label: "coins", product: .coins100, ago: .days(3))),
        .buy(.init(label: "unlock", product: .proUnlock, ago: .days(2))),
        .refund(of: "coins", ago: .days(1)),
      ])
    let store = try StoreOnLoopback([story])
    let path = "/inApps/v2/history/\(try store.anyID())"
    func products(_ query: String) throws -> [String?] {
      try store.walk(path + query).records.map { $0["productId"]?.string }
    }
    #expect(try products("") == ["pro.unlock", "coins.100"])
    #expect(try products("?sort=DESCENDING") == ["coins.100", "pro.unlock"])
    #expect(try products("?revoked=true") == ["coins.100"])
    #expect(try products("?revoked=false") == ["pro.unlock"])
    #expect(try products("?productType=CONSUMABLE") == ["coins.100"])
    #expect(try products("?productId=pro.unlock&productId=coins.500") == ["pro.unlock"])
    #expect(try products("?productId='%20OR%201=1") == [])
  }

  @Test func `knows the sandbox as another world`() throws {
    var test = Step.Purchase(label: "test", product: .coins100, ago: .days(2))
    test.environment = .sandbox
    let store = try StoreOnLoopback([Story("specimen", [.buy(test)])])
    let id = try store.anyID("/sandbox")
    let production = try store.get("/inApps/v1/transactions/\(id)")
    #expect(production.status == 404)
    #expect(try production.object.integer("errorCode") == 4_040_010)
    let sandbox = try store.get("/sandbox/inApps/v2/history/\(id)")
    #expect(try sandbox.object["environment"]?.string == "Sandbox")
    #expect(try sandbox.object["appAppleId"] == nil)
    #expect(try sandbox.object.tokens("signedTransactions").count == 1)
  }

  @Test func `lists refunds apart, and no family share`() throws {
    var share = Step.Purchase(label: "share", product: .proUnlock, ago: .days(3))
    share.isFamilyShared = true
    let story = Story(
      "specimen",
      [
        .buy(.init(label: "coins", product: .coins100, ago: .days(4))), .buy(share),
        .refund(of: "coins", ago: .days(1)), .refund(of: "share", ago: .days(1)),
      ])
    let store = try StoreOnLoopback([story])
    let walk = try store.walk("/inApps/v2/refund/lookup/\(try store.anyID())")
    #expect(walk.records.map { $0["productId"]?.string } == ["coins.100"])
  }
}

@Suite struct `a look-up of one id` {
  @Test func `answers for an id that the history leaves out`() throws {
    let story = Story(
      "specimen",
      [
        .buy(.init(label: "month", product: .goldMonthly, ago: .days(3))),
        .twin("again", of: "month", isListed: false),
        .grant(
          {
            var grant = Step.Grant(of: "again")
            grant.state = "granted"
            return grant
          }()),
      ])
    let store = try StoreOnLoopback([story])
    let first = try store.anyID()
    let history = try store.walk("/inApps/v2/history/\(first)")
    #expect(history.records.count == 1)
    let twin = try #require(try store.firstLedgerID())
    #expect(twin != first)
    let answer = try store.get("/inApps/v1/transactions/\(twin)")
    let token = try #require(try answer.object["signedTransactionInfo"]?.string)
    let record = try payload(of: token)
    #expect(record["transactionId"]?.string == twin)
    #expect(record["webOrderLineItemId"] == history.records[0]["webOrderLineItemId"])
    #expect(try store.walk("/inApps/v2/history/\(twin)").records == history.records)
  }

  @Test(arguments: [("12", 404, 4_040_010), ("12x", 400, 4_000_006)] as [(String, Int, Int64)])
  func `refuses what it does not know`(_ id: String, _ status: Int, _ code: Int64) throws {
    let store = try StoreOnLoopback([collector()])
    let answer = try store.get("/inApps/v1/transactions/\(id)")
    #expect(answer.status == status)
    #expect(try answer.object.integer("errorCode") == code)
  }
}
