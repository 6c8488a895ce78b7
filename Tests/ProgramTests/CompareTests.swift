import System
import Testing

@Suite struct `compare on the command line` {
  private static let store = """
    {"transactionId":"1001","originalTransactionId":"1001","bundleId":"com.example.game","productId":"coins.100","type":"Consumable","quantity":1,"environment":"Production","purchaseDate":1772352000000,"signedDate":1773108000000,"price":990,"currency":"USD"}
    {"transactionId":"1002","originalTransactionId":"1002","bundleId":"com.example.game","productId":"coins.500","type":"Consumable","quantity":1,"environment":"Production","purchaseDate":1772355600000,"signedDate":1773108000000,"price":4990,"currency":"USD"}

    """
  private static let ledger = """
    row_id,transaction_id,user_id,product_id,purchase_time,state
    1,1001,u1,coins.100,2026-03-01T08:00:00Z,granted
    2,1001,u1,coins.100,2026-03-01T08:00:05Z,granted

    """
  private static let app = [
    "--bundle-id", "com.example.game", "--as-of", "2026-03-10T03:00:00Z",
  ]

  private func compare(
    _ scratch: Scratch, _ words: [String] = [], store: String = store, ledger: String = ledger
  ) throws -> BuiltProgram.Result {
    try scratch.write(store, to: "store.jsonl")
    try scratch.write(ledger, to: "ledger.csv")
    return try BuiltProgram.call(
      [
        "compare", "--store", scratch.path("store.jsonl"), "--ledger", scratch.path("ledger.csv"),
      ] + Self.app + words, in: scratch)
  }

  @Test func `finds what was missed and what was doubled`() throws {
    let answer = try compare(try Scratch(), ["--format", "json"])
    #expect(answer.findings == ["missed-delivery:1002", "double-grant:1001"])
    #expect(answer.status == 1)
    #expect(answer.verdict == "exceptions")
    #expect(answer.complaints.isEmpty)
  }

  @Test func `ends with 0 where findings are no reason to wake anybody`() throws {
    let answer = try compare(try Scratch(), ["--exit-zero-on-findings", "--quiet"])
    #expect(answer.status == 0)
    #expect(answer.output.isEmpty)
  }

  @Test func `writes the same bytes whatever the order of the rows`() throws {
    let scratch = try Scratch()
    let files = [
      "missed-deliveries.csv", "double-grants.csv", "exceptions.csv", "could-not-check.csv",
      "summary.json", "manifest.json",
    ]
    var lines = Self.store.split(separator: "\n")
    lines.reverse()
    let words = ["--run-name", "one", "--out"]
    _ = try compare(scratch, words + [scratch.path("first")])
    _ = try compare(scratch, words + [scratch.path("again")])
    let turned = lines.joined(separator: "\n") + "\n"
    var rows = Self.ledger.split(separator: "\n").map(String.init)
    rows.swapAt(1, 2)
    _ = try compare(
      scratch, words + [scratch.path("turned")], store: turned,
      ledger: rows.joined(separator: "\n"))
    for file in files {
      let first = scratch.bytes("first/" + file)
      #expect(!first.isEmpty)
      #expect(scratch.bytes("again/" + file) == first, "\(file), run again")
      #expect(scratch.bytes("turned/" + file) == first, "\(file), in another order")
    }
  }

  @Test(arguments: [
    BadInput("an unmapped state", status: 65, says: "state", ledger: ",done\n"),
    BadInput("an unreadable time", status: 65, says: "purchase_time", time: "yesterday"),
    BadInput("a missing column", status: 65, says: "product_id", drop: "product_id"),
    BadInput("broken quoting", status: 65, says: "quot", time: "\"2026"),
  ])
  func `refuses`(_ bad: BadInput) throws {
    let answer = try compare(try Scratch(), ["--format", "json"], ledger: bad.table)
    #expect(answer.status == bad.status)
    #expect(answer.output.isEmpty)
    #expect(answer.complaints.contains(bad.says), "\(answer.complaints)")
    #expect(answer.complaints.contains("ledger.csv"), "\(answer.complaints)")
  }

  @Test func `says so when a file is not there, and when it is empty`() throws {
    let scratch = try Scratch()
    let missing = try BuiltProgram.call(
      ["compare", "--store", scratch.path("none"), "--ledger", scratch.path("none")] + Self.app,
      in: scratch)
    #expect(missing.status == 69)
    let empty = try compare(scratch, store: "")
    #expect(empty.status == 65)
    #expect(empty.complaints.contains("allowEmpty"))
  }

  @Test(arguments: [
    ["compare"], ["compare", "--stor", "x"], ["compare", "--store"], ["nonsense"],
    ["compare", "--store", "a", "--ledger", "b"], ["verify"], ["rules", "extra"],
    ["compare", "--store", "a", "--ledger", "b", "--bundle-id", "b", "--format", "xml"],
  ])
  func `explains wrong usage`(_ words: [String]) throws {
    let answer = try BuiltProgram.call(words, in: try Scratch())
    #expect(answer.status == 64)
    #expect(!answer.complaints.isEmpty)
  }

  @Test(arguments: ["run", "compare", "verify", "check", "rules"])
  func `has a page of help with its exit statuses`(_ command: String) throws {
    let answer = try BuiltProgram.call([command, "--help"], in: try Scratch())
    #expect(answer.status == 0)
    #expect(answer.output.contains("Exit statuses:"))
  }

  @Test func `leaves no half folder where it may not write`() throws {
    let scratch = try Scratch()
    try scratch.write("a file", to: "taken")
    let answer = try compare(scratch, ["--out", scratch.path("taken")])
    #expect(answer.status == 73)
    #expect(scratch.text("taken") == "a file")
  }
}

/// A ledger that cannot be read, and what has to be said of it.
struct BadInput: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let status: Int32
  let says: String
  let table: String

  init(
    _ description: String, status: Int32, says: String, ledger: String = ",granted\n",
    time: String = "2026-03-01T08:00:00Z", drop: String = ""
  ) {
    testDescription = description
    self.status = status
    self.says = says
    let columns = ["row_id", "transaction_id", "user_id", "product_id", "purchase_time", "state"]
    let header = columns.map { $0 == drop ? "something_else" : $0 }.joined(separator: ",")
    table = header + "\n1,1001,u1,coins.100," + time + ledger
  }
}
