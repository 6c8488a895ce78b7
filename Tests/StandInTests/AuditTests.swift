import Curl
import Formats
import Records
import StandIn
import Testing

private let checkout = Story(
  "specimen",
  [
    .buy(.init(label: "first", product: .coins100, ago: .days(3))),
    .buy(
      {
        var second = Step.Purchase(label: "second", product: .coins500, ago: .days(3))
        second.sameOrderAs = "first"
        return second
      }()),
    .buy(.init(label: "other", product: .coins1200, ago: .days(2))),
  ])

@Suite struct `an order number` {
  @Test func `leads to everything of its checkout`() throws {
    let store = try StoreOnLoopback([checkout])
    let number = try #require(try store.folder.orderNumber(of: try store.soldID(0)))
    #expect(number.hasPrefix("M") && number.utf8.count == 10)
    let answer = try store.get("/inApps/v1/lookup/\(number)")
    #expect(answer.status == 200)
    #expect(try answer.object.integer("status") == 0)
    let products = try answer.object.tokens("signedTransactions").map {
      try payload(of: $0)["productId"]?.string
    }
    #expect(Set(products) == ["coins.100", "coins.500"])
    #expect(try store.folder.orderNumber(of: try store.soldID(2)) != number)
  }

  @Test func `is the same for the same purchase of the same world`() throws {
    let one = try StoreOnLoopback([checkout])
    let other = try StoreOnLoopback([checkout])
    #expect(
      try one.folder.orderNumber(of: try one.soldID(0))
        == other.folder.orderNumber(of: try other.soldID(0)))
  }

  @Test func `that nobody has is answered and not refused`() throws {
    let store = try StoreOnLoopback([checkout])
    let answer = try store.get("/inApps/v1/lookup/MK5TTTVWJH")
    #expect(answer.status == 200)
    #expect(try answer.object.integer("status") == 1)
    #expect(try answer.object["signedTransactions"] == nil)
    let malformed = try store.get("/inApps/v1/lookup/MK5-TTTV")
    #expect(try malformed.object.integer("errorCode") == 4_000_000)
  }

  @Test func `is unknown to the sandbox`() throws {
    #expect(try StoreOnLoopback().get("/sandbox/inApps/v1/lookup/MK5TTTVWJH").status == 404)
  }
}

@Suite struct `an app transaction` {
  @Test func `is signed for the customer of any id`() throws {
    let store = try StoreOnLoopback([checkout])
    let path = "/inApps/v1/transactions/appTransactions/"
    let answer = try store.get(path + (try store.soldID(2)))
    let token = try #require(try answer.object["signedAppTransactionInfo"]?.string)
    let facts = try payload(of: token)
    #expect(facts["receiptType"]?.string == "Production")
    #expect(facts.integer("receiptCreationDate") == clock.milliseconds)
    #expect(facts["signedDate"] == nil)
    #expect(facts.integer("appAppleId") == store.folder.identity.appAppleID)
    let customer = try #require(facts["appTransactionId"]?.string)
    #expect(try store.get(path + customer).status == 200)
    #expect(try store.get(path + "1").object.integer("errorCode") == 4_040_010)
  }
}

@Suite struct `the company's own feed` {
  private func walk(
    _ server: StandInServer, _ store: borrowing StoreOnLoopback
  ) throws -> (records: [JSONValue], pages: [Int]) {
    var records: [JSONValue] = []
    var pages: [Int] = []
    var next: String?
    repeat {
      let query = next.map { "?next=\(encoded($0))" } ?? ""
      let answer = try store.get(
        "/feed\(query)", token: store.folder.identity.feedToken, of: server)
      let page = try #require(try answer.object["transactions"]?.array)
      records += page
      pages.append(page.count)
      next = try answer.object["next"]?.string
    } while next != nil
    return (records, pages)
  }

  @Test func `tells the whole world page by page, as it stands`() throws {
    let store = try StoreOnLoopback([
      Story(
        "specimen",
        [
          .buy(.init(label: "a", product: .coins100, ago: .days(3))),
          .buy(.init(label: "b", product: .coins500, ago: .days(2))),
          .buy(.init(label: "c", product: .coins500, ago: .days(1))),
          .refund(of: "a", ago: .hours(3)),
        ])
    ])
    let server = try StandInServer(store.folder, feed: FeedStyle(pageSize: 2))
    let told = try walk(server, store)
    #expect(told.pages == [2, 1])
    let first = try #require(told.records.first?.object)
    #expect(first["transactionId"]?.string == (try store.soldID(0)))
    #expect(first["revocationDate"] != nil)
    #expect(first["signedDate"] == nil)
    #expect(told.records[1].object?["revocationDate"] == nil)
    let exact = try StandInServer(store.folder, feed: FeedStyle(pageSize: 3))
    #expect(try walk(exact, store).pages == [3])
  }

  @Test func `may tell some records signed`() throws {
    let store = try StoreOnLoopback(plainCustomers: 4)
    let server = try StandInServer(
      store.folder, feed: FeedStyle(pageSize: 20, signedEvery: 2))
    let told = try walk(server, store)
    let signed = told.records.compactMap(\.string)
    #expect(!signed.isEmpty && signed.count < told.records.count)
    #expect(try payload(of: signed[0]).integer("signedDate") == clock.milliseconds)
  }

  @Test func `asks for its token, and for a next that it gave`() throws {
    let store = try StoreOnLoopback()
    #expect(try store.get("/feed").status == 401)
    #expect(try store.get("/feed", token: "wrong").status == 401)
    let token = store.folder.identity.feedToken
    #expect(try store.get("/feed?next=1", token: token).status == 400)
    #expect(try store.get("/feed", token: token).status == 200)
  }
}
