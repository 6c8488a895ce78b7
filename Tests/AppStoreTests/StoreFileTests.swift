import AppStore
import Formats
@testable import Matching
import Records
import TestKit
import Testing

@Suite struct `a store file` {
  @Test(arguments: [
    "{\"transactionId\":\"1\"}\n{\"transactionId\":\"2\"}\n",
    "{\"transactionId\":\"1\"}\r\n\r\n{\"transactionId\":\"2\"}",
    "\u{FEFF}{\"transactionId\":\"1\"} {\"transactionId\":\"2\"}",
    "[{\"transactionId\":\"1\"},{\"transactionId\":\"2\"}]",
    "[\n  {\n    \"transactionId\": \"1\"\n  },\n  {\n    \"transactionId\": \"2\"\n  }\n]\n",
    "[\n{\n\"transactionId\": \"1\",\n\"advancedCommerceInfo\":\n{\n}\n},\n{\"transactionId\":\"2\"}]",
    "{\"transactions\":[{\"transactionId\":\"1\"},{\"transactionId\":\"2\"}],\"next\":\"x\"}",
    "{\"transactions\":[{\"transactionId\":\"1\"}]}\n{\"transactions\":[{\"transactionId\":\"2\"}]}",
    "transactionId,price\n1,\n2,4990\n",
    "price;transactionId\n;1\r\n4990; 2 \r\n",
    "\u{FEFF}\"transactionId\"\n\"1\"\n\"2\"",
  ])
  func `may have any of several forms`(_ text: String) throws {
    let read = try Reading(text)
    #expect(read.ids == ["1", "2"])
    #expect(read.summary.recordCount == 2)
    #expect(read.summary.unsignedCount == 2)
    #expect(read.summary.gaps.isEmpty)
    #expect(read.summary.limits.isEmpty)
  }

  @Test(arguments: ["", "\n \n", "[]", "{\"transactions\":[]}", "transactionId\n"])
  func `may be empty`(_ text: String) throws {
    #expect(try Reading(text).summary == StoreFileSummary())
  }

  @Test func `that is not there is said to be so`() throws {
    #expect(throws: StoreFileFailure.self) { try Reading(path: "/nowhere/store.jsonl") }
  }

  @Test func `adds to what the books hold already`() throws {
    let folder = try TemporaryFolder()
    let reader = StoreFileReader(
      verifier: TransactionVerifier(),
      defaults: StoreDefaults(
        bundleID: "com.example.game", environment: "Production",
        asOf: Instant(milliseconds: noon)))
    var books = Books()
    for name in ["1", "2"] {
      let path = try folder.write("{\"transactionId\":\"\(name)\"}", to: name)
      #expect(try reader.read(path, into: &books).recordCount == 1)
    }
    let broken = try folder.write("{", to: "broken")
    #expect(throws: StoreFileFailure.self) { try reader.read(broken, into: &books) }
    #expect(books.store.count == 2)
  }

  @Test func `is read across the blocks it comes in`() throws {
    let padding = String(repeating: "x", count: 61)
    let lines = (0..<20_000).map {
      "{\"padding\":\"\(padding)\\\"\",\"transactionId\":\"\($0)\"}\n"
    }
    #expect(try Reading(lines.joined()).ids == (0..<20_000).map(String.init))
    let list = "[" + lines.joined(separator: ",") + "]"
    #expect(try Reading(list).ids == (0..<20_000).map(String.init))
  }

  @Test(arguments: [
    ("{\"transactionId\":\"1\"}\n{\"transactionId\":\"2", 2, 18),
    ("{\"transactionId\":\"1\n{\"transactionId\":\"2\"}\n", 1, 18),
    ("{\"transactionId\":\"1\",\n{\"transactionId\":\"2\"}\n", 2, 1),
    ("{\"transactionId\":\"1\"}}\n", 1, 22),
    ("[{\"transactionId\":\"1\"} {\"transactionId\":\"2\"}]", 1, 24),
    ("[{\"transactionId\":\"1\"},]", 1, 24),
    ("[{\"transactionId\":\"1\"}", 1, 23),
    ("[{\"transactionId\":\"1\"},{\"transactionId\":2e5}]", 1, 41),
    ("[17]", 1, 2),
    ("{\"transactionId\":\"1\",\"transactionId\":\"2\"}", 1, 22),
    ("{\"transactionId\":\"1\"}\nhello\n", 2, 1),
    ("[\"hello\"]", 1, 2),
    ("{\"transactions\":[{\"transactionId\":\"1\"},17]}", 1, 40),
  ])
  func `is complained of with line and column`(
    _ text: String, _ line: Int, _ column: Int
  ) throws {
    let complaint = try #require(try Reading.complaints(about: text)?.first.first)
    #expect(complaint.line == line)
    #expect(complaint.column == String(column))
    #expect(complaint.file?.hasSuffix("/store") == true)
  }

  @Test func `is read on after a complaint, to name them all`() throws {
    let bad = "{\"transactionId\":\"1\",\"quantity\":-1}\n"
    let lines = "{\"transactionId\":\"1\n" + String(repeating: bad, count: 24)
    let complaints = try #require(try Reading.complaints(about: lines))
    #expect(complaints.count == 25)
    #expect(complaints.first.count == 20)
    #expect(complaints.first.map(\.line) == Array(1...20))
  }

  @Test(
    arguments: [
      ("transactionId,price\n1,-5\n", 2, "price", "-5"),
      ("transactionId,purchaseDate\n1,2026-03-03\n", 2, "purchaseDate", "2026-03-03"),
      ("transactionId\n4.3E+14\n", 2, "transactionId", "4.3E+14"),
      ("transactionId,revocation_date\n1,\n", 1, "revocation_date", nil),
      ("transactionId,Revocation Date\n", 1, "Revocation Date", nil),
      ("id,productId\n1,a\n", 1, nil, nil),
      ("id\n", 1, nil, nil),
      ("transactionId,price\n1\n", 2, nil, nil),
      ("transactionId,price\n,4990\n", 2, nil, nil),
    ] as [(String, Int, String?, String?)])
  func `that is a table is complained of with line and column`(
    _ text: String, _ line: Int, _ column: String?, _ value: String?
  ) throws {
    let complaint = try #require(try Reading.complaints(about: text)?.first.first)
    #expect(complaint.line == line)
    if let column { #expect(complaint.column == column) }
    if let value { #expect(complaint.value == value) }
  }

  @Test func `that is a table may hold columns that nobody needs`() throws {
    let read = try Reading(
      "storefrontId,transactionId,subscriptionGroupIdentifier,mine\n143441,1,21,x\n")
    #expect(read.ids == ["1"])
  }
}
