import Formats
import StandIn
import System
import Testing

@Suite struct `app receipts on the command line` {
  private static let story = Story(
    "specimen",
    [
      .buy(.init(label: "gems", product: .coins100, ago: .days(9))),
      .buy(.init(label: "level", product: .coins500, ago: .days(8))),
      .grant(Step.Grant(of: "gems")),
    ])

  /// A store with one customer, whose receipt lies in a file.
  private func store() throws -> (store: PretendStore, receipt: String) {
    let store = try PretendStore(Scenario(stories: [Self.story], plainCustomers: 0))
    var scanner = JSONScanner(Array(store.scratch.text("store/receipts.jsonl").utf8))
    let receipt = try #require(try scanner.document().object?["receipt"]?.string)
    try store.scratch.write(receipt + "\n", to: "receipt.b64")
    return (store, store.scratch.path("receipt.b64"))
  }

  @Test func `are valid under the root that signed them, and under no other`() throws {
    let (store, receipt) = try store()
    let root = ["--root", store.folder.receiptRootPath]
    let answer = try BuiltProgram.call(
      ["verify", receipt, "--bundle-id", store.folder.identity.bundleID] + root,
      in: store.scratch)
    #expect(answer.status == 0)
    #expect(answer.json?.object?["kind"]?.string == "receipt")
    let payload = answer.json?.object?["payload"]?.object
    #expect(payload?["environment"]?.string == "Production")
    #expect(payload?["purchases"]?.array?.count == 2)
    let other = try BuiltProgram.call(
      ["verify", receipt, "--root", store.folder.rootPath], in: store.scratch)
    #expect(other.status == 65)
    #expect(other.json?.object?["code"]?.string == "unknown-root")
    let sandbox = try BuiltProgram.call(
      ["verify", receipt, "--environment", "Sandbox"] + root, in: store.scratch)
    #expect(sandbox.json?.object?["code"]?.string == "wrong-environment")
    let kind = try BuiltProgram.call(
      ["verify", receipt, "--kind", "transaction"] + root, in: store.scratch)
    #expect(kind.json?.object?["code"]?.string == "wrong-kind")
  }

  @Test func `are printed by the stand-in for a transaction id`() throws {
    let (store, receipt) = try store()
    let answer = try BuiltProgram.call(
      ["verify", receipt, "--root", store.folder.receiptRootPath], in: store.scratch)
    let purchases = answer.json?.object?["payload"]?.object?["purchases"]?.array
    let id = try #require(purchases?[0].object?["transactionId"]?.string)
    let printed = try BuiltProgram.call(
      ["receipt", store.folder.path, id], of: "fake-app-store", in: store.scratch)
    #expect(printed.status == 0)
    try store.scratch.write(printed.output, to: "printed.b64")
    let again = try BuiltProgram.call(
      [
        "verify", store.scratch.path("printed.b64"), "--kind", "receipt", "--root",
        store.folder.receiptRootPath,
      ], in: store.scratch)
    #expect(again.json?.object?["payload"]?.object?["purchases"]?.array?.count == 2)
  }

  @Test func `show a missed delivery, and accuse nobody of what they do not show`() throws {
    let (store, receipt) = try store()
    try store.write(
      """
      INSERT INTO orders (row_id, transaction_id, user_id, product_id, purchase_time, state,
        environment)
      SELECT 9000, '430999999999999', 'stranger', product_id, purchase_time, state, environment
      FROM orders LIMIT 1
      """)
    try store.edit {
      $0.replacing("roots: [", with: "roots: [\"\(store.folder.receiptRootPath)\", ")
    }
    let words = [
      "compare", "--job", store.job, "--store", receipt, "--as-of", PretendStore.asOf, "--format",
      "json",
    ]
    let answer = try BuiltProgram.call(words, in: store.scratch)
    #expect(answer.status == 1, "\(answer.complaints)")
    let kinds = answer.findings.map { String($0.prefix { $0 != ":" }) }
    #expect(Set(kinds) == ["missed-delivery", "unverifiable"])
    let limits = answer.json?.object?["coverage"]?.object?["limits"]?.array
    #expect(
      limits?.contains {
        $0.object?["reason"]?.string?.hasPrefix("an app receipt shows one customer's") == true
      } == true)
  }

  @Test func `make a comparison incomplete when they are refused`() throws {
    let (store, receipt) = try store()
    let answer = try BuiltProgram.call(
      [
        "compare", "--job", store.job, "--store", receipt, "--as-of", PretendStore.asOf,
        "--format", "json",
      ], in: store.scratch)
    #expect(answer.status == 3, "\(answer.complaints)")
    #expect(answer.findings.allSatisfy { $0.hasPrefix("unverifiable") })
  }

  @Test(arguments: [
    ("", "it is empty"), ("NOT A RECEIPT\n", "it is neither an app receipt"),
    ("eyJhbGciOiJFUzI1NiJ9.e30.AA", "it is a signed text (JWS)"),
    ("ewoJInNpZ25hdHVyZSIgPSAiQUFBQSI7Cn0=", "it is a transaction receipt of iOS 6"),
    (String(repeating: "MIIA", count: 40), "it is no app receipt"),
    (String(repeating: "MII*", count: 40), "it begins like an app receipt"),
  ])
  func `are told from what is none`(_ text: String, _ words: String) throws {
    let scratch = try Scratch()
    try scratch.write(text, to: "text")
    let answer = try BuiltProgram.call(
      ["verify", scratch.path("text"), "--kind", "receipt"], in: scratch)
    #expect(answer.status == 65)
    #expect(answer.json?.object?["reason"]?.string?.hasPrefix(words) == true, "\(answer.output)")
  }
}
