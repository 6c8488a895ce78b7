import Bytes
import Formats
import System
import Testing

@Suite(.enabled(if: Fixtures.folder != nil, "no folder of real signed data here"))
struct `real signed data` {
  private static let app = ["--bundle-id", "com.goodheartapp", "--environment", "Sandbox"]

  @Test func `verifies with no option but bundle and environment`() throws {
    let scratch = try Scratch()
    let answer = try BuiltProgram.call(
      ["verify", Fixtures.realTransaction] + Self.app, in: scratch)
    #expect(answer.status == 0)
    #expect(answer.json?.object?["valid"]?.bool == true)
    #expect(answer.json?.object?["kind"]?.string == "transaction")
    let payload = answer.json?.object?["payload"]?.object
    #expect(payload?["transactionId"]?.string == "2000000847061981")
    #expect(payload?["price"]?.number == "230000")
  }

  @Test func `verifies an app receipt offline, and refuses it with one byte changed`() throws {
    let scratch = try Scratch()
    let folder = try #require(Fixtures.folder)
    let receipt = "\(folder)/tikhop-TPInAppReceipt/Assets/receipt-sandbox-g5"
    let answer = try BuiltProgram.call(
      [
        "verify", receipt, "--kind", "receipt", "--bundle-id", "dev.bonzer.weeka.app",
        "--environment", "Sandbox",
      ], in: scratch)
    #expect(answer.status == 0)
    #expect(answer.json?.object?["kind"]?.string == "receipt")
    let payload = answer.json?.object?["payload"]?.object
    #expect(payload?["bundleId"]?.string == "dev.bonzer.weeka.app")
    #expect(payload?["receiptCreationDate"]?.number == "1766774387000")
    #expect(
      payload?["purchases"]?.array?.map { $0.object?["transactionId"]?.string }
        == ["2000001092134138", "2000001092148094"])
    var text = try readWhole(path: receipt, byteLimit: 1_048_576)
    text[3_000] = text[3_000] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    try Files.writeDurably(text, to: scratch.path("changed"))
    let changed = try BuiltProgram.call(["verify", scratch.path("changed")], in: scratch)
    #expect(changed.status == 65)
  }

  @Test func `is refused for another bundle`() throws {
    let scratch = try Scratch()
    let answer = try BuiltProgram.call(
      ["verify", Fixtures.realTransaction, "--bundle-id", "com.example.other"], in: scratch)
    #expect(answer.status == 65)
    #expect(answer.json?.object?["valid"]?.bool == false)
  }

  @Test(arguments: [0, 60, 1_500, 3_000, -2, -40, -90])
  func `is refused with one byte changed`(_ place: Int) throws {
    let scratch = try Scratch()
    var token = try readWhole(path: Fixtures.realTransaction, byteLimit: 1_048_576)
    while token.last == UInt8(ascii: "\n") { token.removeLast() }
    let index = place < 0 ? token.count + place : place % token.count
    token[index] = token[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    try Files.writeDurably(token, to: scratch.path("changed.jws"))
    let answer = try BuiltProgram.call(
      ["verify", scratch.path("changed.jws")] + Self.app, in: scratch)
    #expect(answer.status == 65)
    #expect(answer.json?.object?["valid"]?.bool == false)
  }

  @Test(arguments: [
    (rows: 1, findings: [String]()), (rows: 0, findings: ["missed-delivery:2000000847061981"]),
    (rows: 2, findings: ["double-grant:2000000847061981"]),
  ])
  func `goes through the main job`(_ example: (rows: Int, findings: [String])) throws {
    let scratch = try Scratch()
    var table = "row_id,transaction_id,user_id,product_id,purchase_time,state\n"
    for row in 0..<example.rows {
      table +=
        "\(row),2000000847061981,u1,gh_super_good_ticket_1,2025-02-05T00:00:0\(row)Z,granted\n"
    }
    try scratch.write(table, to: "ledger.csv")
    try scratch.write(
      """
      {app: {bundleId: "com.goodheartapp", environment: "Sandbox"}, ledger: {allowEmpty: true}}
      """, to: "job.json5")
    let answer = try BuiltProgram.call(
      [
        "compare", "--job", scratch.path("job.json5"), "--store", Fixtures.realTransaction,
        "--ledger", scratch.path("ledger.csv"), "--format", "json",
      ], in: scratch)
    #expect(answer.findings == example.findings)
    #expect(answer.verdict == (example.findings.isEmpty ? "clean" : "exceptions"))
    #expect(answer.status == (example.findings.isEmpty ? 0 : 1))
  }

  @Test func `in the form of a verifyReceipt answer goes through compare`() throws {
    let scratch = try Scratch()
    try scratch.write(
      "transaction_id,user_id,product_id,state\n9999,u1,some.product,pending\n",
      to: "ledger.csv")
    let answer = try BuiltProgram.call(
      [
        "compare", "--store", Fixtures.receiptAnswer, "--ledger", scratch.path("ledger.csv"),
        "--bundle-id", "com.foo.foo", "--environment", "Sandbox", "--format", "json",
      ], in: scratch)
    #expect(answer.status == 1)
    #expect(answer.findings.count == 8)
    #expect(answer.findings.allSatisfy { $0.hasPrefix("missed-delivery:") })
    let totals = answer.json?.object?["controlTotals"]?.object
    #expect(totals?["balanced"]?.bool == true)
    #expect(totals?["store"]?.object?["read"]?.number == "16")
  }
}
