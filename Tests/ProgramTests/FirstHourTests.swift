import Formats
import StandIn
import System
import Testing

/// What somebody stumbles over in the first hour.
@Suite struct `the first hour` {
  private static func record(_ id: Int, bundle: String) -> String {
    """
    {"transactionId":"43000000\(1_000_000 + id)","productId":"coins.100","bundleId":"\(bundle)","type":"Consumable","purchaseDate":1772352000000,"price":990,"currency":"USD"}

    """
  }

  private func compare(
    _ scratch: Scratch, records: Int, bundle: String, _ words: [String] = []
  ) throws -> BuiltProgram.Result {
    let lines = (0..<records).map { Self.record($0, bundle: bundle) }.joined()
    try scratch.write(lines, to: "store.jsonl")
    try scratch.write(
      "row_id,transaction_id,user_id,product_id,state\n1,430000001000000,u1,coins.100,granted\n",
      to: "ledger.csv")
    return try BuiltProgram.call(
      [
        "compare", "--store", scratch.path("store.jsonl"), "--ledger", scratch.path("ledger.csv"),
        "--bundle-id", "com.example.game", "--as-of", "2026-03-10T03:00:00Z",
      ] + words, in: scratch)
  }

  @Test func `a quiet night prints nothing, and one with findings its summary`() throws {
    let scratch = try Scratch()
    let silent = try compare(scratch, records: 1, bundle: "com.example.game", ["--quiet"])
    #expect(silent.status == 0)
    #expect(silent.output.isEmpty)
    let loud = try compare(scratch, records: 2, bundle: "com.example.game", ["--quiet"])
    #expect(loud.status == 1)
    #expect(loud.output.contains("missed-delivery"))
  }

  @Test func `a slip in the bundle id is told instead of twenty accusations`() throws {
    let scratch = try Scratch()
    let slip = try compare(scratch, records: 20, bundle: "com.example.gane")
    #expect(slip.status == 65)
    #expect(slip.complaints.contains("most are of com.example.gane"), "\(slip.complaints)")
    #expect(slip.output.isEmpty)
    // A few of another app are a finding, as ever.
    let few = try compare(
      scratch, records: 19, bundle: "com.example.other", ["--format", "json"])
    #expect(few.findings == ["bundle-mismatch:430000001000000"])
  }

  @Test func `without a job the verdict names none`() throws {
    let answer = try compare(
      try Scratch(), records: 1, bundle: "com.example.game", ["--format", "json"])
    #expect(answer.json?.object?["job"] == nil)
    #expect(answer.verdict == "clean")
  }

  @Test func `what a refused signature left unchecked is counted under its gap`() throws {
    let store = try PretendStore()
    let scratch = store.scratch
    let payload = try scratch.write(
      Self.record(0, bundle: "com.example.game").replacing(
        "\"price\"", with: "\"signedDate\":1773108000000,\"price\""), to: "payload.json")
    let token = try BuiltProgram.call(
      ["sign", store.folder.path], of: "fake-app-store", input: payload, in: scratch)
    var parts = token.output.split(separator: ".").map(String.init)
    parts[2] = String(parts[2].reversed().drop { $0 == "\n" })
    try scratch.write(parts.joined(separator: ".") + "\n", to: "store.jws")
    try scratch.write(
      "row_id,transaction_id,user_id,product_id,state\n1,430000001000000,u1,coins.100,granted\n",
      to: "ledger.csv")
    let answer = try BuiltProgram.call(
      [
        "compare", "--store", scratch.path("store.jws"), "--ledger", scratch.path("ledger.csv"),
        "--bundle-id", "com.example.game", "--as-of", "2026-03-10T03:00:00Z", "--format", "json",
      ], in: scratch)
    #expect(answer.status == 3)
    #expect(answer.findings == ["unverifiable:430000001000000"])
    let gaps = answer.json?.object?["coverage"]?.object?["gaps"]?.array
    #expect(gaps?.map { $0.object?["count"]?.number } == ["2"])
  }

  @Test func `check looks at the key even where it may not ask`() throws {
    let store = try PretendStore()
    let good = try BuiltProgram.call(["check", store.job, "--offline"], in: store.scratch)
    #expect(good.status == 0)
    #expect(good.output.contains("ok     key:"))
    try Files.removeFile(store.folder.privateKeyPath)
    let bad = try BuiltProgram.call(
      ["check", store.job, "--offline", "--quiet"], in: store.scratch)
    #expect(bad.status == 78)
    #expect(bad.output.hasPrefix("FAILED key:"))
  }
}
