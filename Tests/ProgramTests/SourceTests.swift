import Formats
import Records
import SQLite
import StandIn
import System
import Testing

/// A run that hears the store's word by other ways than histories.
@Suite struct `a source of the store's word` {
  private static let scenario = Scenario(
    stories: [
      Story(
        "paid and given",
        [.buy(.init(label: "a", product: .coins500, ago: .days(9))), .grant(.init(of: "a"))]),
      Story(
        "paid and not given",
        [.buy(.init(label: "a", product: .coins500, ago: .days(8)))]),
      Story(
        "refunded and kept",
        [
          .buy(.init(label: "a", product: .coins500, ago: .days(7))), .grant(.init(of: "a")),
          .refund(of: "a", ago: .days(2)),
        ]),
    ], plainCustomers: 0)

  private func ids(_ store: PretendStore) throws -> [String] {
    let world = try Database(path: store.folder.path + "/world.db", mode: .readOnly)
    let row = try world.prepare("SELECT DISTINCT transaction_id FROM versions ORDER BY 1")
    var ids: [String] = []
    while try row.step() { ids.append(row.text(at: 0) ?? "") }
    return ids
  }

  private func kinds(_ result: BuiltProgram.Result) -> [String] {
    result.findings.map { String($0.prefix { $0 != ":" }) }.sorted()
  }

  @Test func `may be a feed alone, which needs no key`() throws {
    let store = try PretendStore(Self.scenario)
    let feed = "feed: { url: \"\(store.server.baseURL)/feed\", tokenEnv: \"FEED\" }"
    try store.leaveOutKey(feed)
    let token = ["FEED=\(store.folder.identity.feedToken)"]
    let answer = try store.run(environment: token)
    #expect(answer.status == 1, "\(answer.complaints)")
    #expect(kinds(answer) == ["missed-delivery", "refund-not-applied"])
    #expect(store.server.requests.allSatisfy { $0.path == "/feed" })
    let second = try store.run(asOf: "2026-03-11T03:00:00Z", environment: token)
    #expect(second.status == 0, "\(second.complaints)")
    #expect(kinds(second) == ["missed-delivery", "refund-not-applied"])
  }

  @Test func `that is a feed proves no absence unless it is called complete`() throws {
    let store = try PretendStore(Self.scenario)
    try store.write(
      "UPDATE orders SET transaction_id = '2000000999999999' WHERE transaction_id IN "
        + "(SELECT min(transaction_id) FROM orders)")
    for (complete, expected) in [("", "unverifiable"), (", complete: true", "unknown-grant")] {
      try store.reopen()
      try store.leaveOutKey(
        "feed: { url: \"\(store.server.baseURL)/feed\", tokenEnv: \"FEED\" }\(complete)")
      let answer = try store.run(environment: ["FEED=\(store.folder.identity.feedToken)"])
      #expect(kinds(answer).contains(expected), "\(answer.findings) \(answer.complaints)")
      #expect(kinds(answer).contains("unknown-grant") == (expected == "unknown-grant"))
    }
  }

  @Test func `may be receipts that nobody is asked about, which accuse nobody`() throws {
    let store = try PretendStore(Self.scenario)
    let receipts = store.scratch.path("store/receipts.jsonl")
    try store.leaveOutKey("verifyReceipt: { receipts: \"jsonl:\(receipts)\" }")
    try store.edit {
      $0.replacing("roots: [", with: "roots: [\"\(store.folder.receiptRootPath)\", ")
    }
    let answer = try store.run()
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(Set(kinds(answer)).isSubset(of: ["unverifiable"]), "\(answer.findings)")
    #expect(store.server.requestCount == 0)
    let limits = answer.json?.object?["coverage"]?.object?["limits"]?.array ?? []
    #expect(!limits.isEmpty)
  }

  @Test func `may be receipts out of the ledger, which lead to histories`() throws {
    let store = try PretendStore(
      Self.scenario,
      store: "verifyReceipt: { receipts: \"query:SELECT user_id, receipt FROM kept\" }")
    try store.edit {
      $0.replacing("roots: [", with: "roots: [\"\(store.folder.receiptRootPath)\", ")
        .replacing("verifyReceipt:", with: "pull: { notifications: false }, verifyReceipt:")
    }
    try store.write("CREATE TABLE kept(user_id TEXT, receipt TEXT)")
    for id in try ids(store) {
      let receipt = try #require(try store.folder.receipt(of: id, at: PretendStore.clock))
      try store.write("INSERT INTO kept VALUES ('user of \(id)', '\(receipt)')")
    }
    // The customer whom no ledger names is heard of by the receipt alone.
    let answer = try store.run()
    #expect(answer.status == 1, "\(answer.complaints)")
    #expect(kinds(answer) == ["missed-delivery", "refund-not-applied"])
    let left = try Files.list(store.scratch.path(".")).filter { $0.contains("receipts") }
    #expect(left.isEmpty)
  }

  @Test(arguments: [
    ("jsonl:nowhere.jsonl", 69), ("folder:nowhere", 69),
    ("query:SELECT 1", 65), ("query:DELETE FROM orders", 78), ("query:SELECT a, b FROM x", 78),
  ])
  func `that cannot be read ends the run before anything is judged`(
    _ source: String, _ status: Int32
  ) throws {
    let store = try PretendStore(
      Self.scenario, store: "verifyReceipt: { receipts: \"\(source)\" }")
    let answer = try store.run()
    #expect(answer.status == status, "\(answer.complaints)")
    #expect(answer.output.isEmpty)
  }

  @Test func `of lines that make no sense says where, and nothing was judged`() throws {
    let store = try PretendStore(
      Self.scenario, store: "verifyReceipt: { receipts: \"jsonl:bad.jsonl\" }")
    try store.scratch.write("{\"user_id\": \"7\"}\n{\"receipt\": \n", to: "bad.jsonl")
    let answer = try store.run()
    #expect(answer.status == 65)
    #expect(answer.complaints.contains("bad.jsonl, line 1"))
    #expect(answer.complaints.contains("bad.jsonl:2:13"))
  }
}
