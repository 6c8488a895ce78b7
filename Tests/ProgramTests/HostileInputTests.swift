import Formats
import System
import Testing

/// Files and words that no builder has in mind: each ends with a place and what to do about it.
@Suite struct `hostile input` {
  private static let store = """
    {"transactionId":"1001","originalTransactionId":"1001","bundleId":"com.example.game","productId":"coins.100","type":"Consumable","quantity":1,"environment":"Production","purchaseDate":1772352000000,"signedDate":1773108000000,"price":10000000000000,"currency":"USD"}

    """
  private static let ledger = """
    transaction_id,user_id,product_id,state
    1001,u1,coins.100,granted

    """
  private static let words = [
    "compare", "--bundle-id", "com.example.game", "--as-of", "2026-03-10T03:00:00Z", "--store",
  ]

  private func compare(
    _ scratch: Scratch, store: [UInt8] = Array(store.utf8), ledger: [UInt8] = Array(ledger.utf8),
    as name: String = "ledger.csv", _ more: [String] = []
  ) throws -> BuiltProgram.Result {
    try Files.writeDurably(store, to: scratch.path("store"))
    try Files.writeDurably(ledger, to: scratch.path(name))
    return try BuiltProgram.call(
      Self.words + [scratch.path("store"), "--ledger", scratch.path(name)] + more, in: scratch)
  }

  private static func utf16(_ text: String, mark: [UInt8]) -> [UInt8] {
    mark
      + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  @Test(arguments: [[0xFF, 0xFE], []] as [[UInt8]])
  func `in UTF-16 is named as such`(_ mark: [UInt8]) throws {
    let scratch = try Scratch()
    let table = try compare(scratch, ledger: Self.utf16(Self.ledger, mark: mark))
    let lines = try compare(
      scratch, ledger: Self.utf16("{\"transaction_id\":\"1\"}\n{}\n", mark: mark), as: "l.jsonl")
    let store = try compare(scratch, store: Self.utf16(Self.store, mark: mark))
    for answer in [table, lines, store] {
      #expect(answer.status == 65)
      #expect(answer.complaints.contains("line 1: the file is UTF-16; save it as UTF-8"))
    }
  }

  @Test(arguments: [[], [0x20], [0x7B], [0x0A, 0x20, 0x31]] as [[UInt8]])
  func `of a byte-order mark and little else is refused`(_ rest: [UInt8]) throws {
    let answer = try compare(try Scratch(), store: [0xEF, 0xBB, 0xBF] + rest)
    #expect(answer.status == 65)
    #expect(!answer.complaints.isEmpty)
  }

  @Test func `with zeros where a record was is no clean input`() throws {
    let zeros = [UInt8](repeating: 0, count: 4_096)
    let behind = try compare(try Scratch(), store: Array(Self.store.utf8) + zeros)
    let before = try compare(try Scratch(), store: zeros + Array(Self.store.utf8))
    #expect([behind.status, before.status] == [65, 65])
  }

  @Test func `of megabytes of blanks before its first record is read`() throws {
    let blanks = [UInt8](repeating: 0x20, count: 3_000_000) + Array(Self.store.utf8)
    #expect(try compare(try Scratch(), store: blanks).status == 0)
  }

  @Test func `of half a million columns is refused in a moment`() throws {
    let header = Array((0..<500_000).map { "c\($0)" }.joined(separator: ",").utf8)
    let ledger = try compare(try Scratch(), ledger: header + [0x0A])
    let store = try compare(try Scratch(), store: header + [0x0A])
    #expect([ledger.status, store.status] == [65, 65])
    #expect(ledger.complaints.contains("`c39` and 499960 more"))
    #expect(ledger.complaints.utf8.count < 4_000)
  }

  @Test func `that a terminal would obey is written out`() throws {
    let header = "\"transaction_id\u{1B}[2J\nx\u{202E}\",user_id,product_id,state\n1,u,p,granted\n"
    let answer = try compare(try Scratch(), ledger: Array(header.utf8))
    #expect(answer.status == 65)
    #expect(answer.complaints.contains(#"`transaction_id\u{1b}[2J\nx\u{202e}`"#))
    #expect(answer.complaints.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  @Test func `with times at the ends of 64 bits is judged`() throws {
    let rows = """
      transaction_id,user_id,product_id,state,purchase_time,granted_at,expires_at
      1001,u1,coins.100,granted,9223372036854775807,-9223372036854775807,9223372036854775807
      1002,u1,coins.100,granted,-9223372036854775808,,

      """
    let answer = try compare(try Scratch(), ledger: Array(rows.utf8), ["--format", "json"])
    #expect(answer.status == 1)
    #expect(answer.findings.contains("time-mismatch:1001"))
  }

  @Test func `with more units than money can count names no amount`() throws {
    let rows = """
      transaction_id,user_id,product_id,state,quantity
      1001,u1,coins.100,granted,2147483647

      """
    let answer = try compare(try Scratch(), ledger: Array(rows.utf8), ["--format", "json"])
    #expect(answer.findings == ["double-grant:1001"])
    #expect(answer.status == 1)
    let finding = answer.json?.object?["findings"]?.array?.first?.object
    #expect(finding?["amount"]?.isNull ?? true)
  }

  @Test func `that would count twice is refused`() throws {
    let scratch = try Scratch()
    let again = scratch.folder + "/./ledger.csv"
    let answer = try compare(scratch, ["--ledger", again])
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("are one file, whose rows would count twice"))
    let streams = try BuiltProgram.call(Self.words + ["-", "--ledger", "-"], in: scratch)
    #expect(streams.status == 64)
  }

  @Test func `of JSON lines without a name is told to have one`() throws {
    let scratch = try Scratch()
    try scratch.write("{\"transaction_id\":\"1\"}\n", to: "rows")
    try scratch.write(Self.store, to: "store")
    let answer = try BuiltProgram.call(
      Self.words + [scratch.path("store"), "--ledger", "-"], input: scratch.path("rows"),
      in: scratch)
    #expect(answer.status == 65)
    #expect(answer.complaints.contains("standard input, line 1: this is JSON and no table"))
  }

  @Test(arguments: [
    (["--environment", "Prod"], "it is Production, Sandbox, Xcode, LocalTesting"),
    (["--environment", "sandbox"], "did you mean Sandbox?"),
    (["--environment", ""], "needs a value"),
    (["--run-name="], "needs a value"), (["--out", ""], "needs a value"),
    (["--format=json", "--format=text"], "is given twice"), (["--gaps", ""], "needs a value"),
  ])
  func `in the words of a call is wrong usage`(_ more: [String], _ complaint: String) throws {
    let answer = try compare(try Scratch(), more)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains(complaint))
  }

  @Test(arguments: [
    ["--kind", "foo"], ["--environment", "Bogus"], ["--app-apple-id", "abc"], ["--format", "xml"],
  ])
  func `in a call of verify is wrong usage before the file is read`(_ more: [String]) throws {
    let scratch = try Scratch()
    #expect(
      try BuiltProgram.call(["verify", scratch.path("none")] + more, in: scratch).status == 64)
  }
}
