import GrantLedger
import Records
import Testing

@Suite struct `what the cells of a row mean` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(
    _ text: String, _ change: (inout LedgerSettings) -> Void = { _ in }
  ) throws -> Reading {
    try Reading(.csv(try folder.file("ledger.csv", text), change))
  }

  private func failure(
    _ text: String, _ change: (inout LedgerSettings) -> Void = { _ in }
  ) throws -> InputFailure? {
    Reading.failure(.csv(try folder.file("ledger.csv", text), change))
  }

  private func states(
    _ words: [String], _ change: (inout LedgerSettings) -> Void = { _ in }
  ) throws -> [GrantState] {
    try read(
      "transaction_id,user_id,product_id,state\n" + words.map { "1,u,p,\($0)\n" }.joined(), change
    ).rows.map(\.state)
  }

  // MARK: - States and environments

  @Test func `always understands five states, in any case`() throws {
    #expect(
      try states(["pending", "Granted", "REFUNDED", "failed", "withheld"])
        == [.pending, .granted, .refunded, .failed, .withheld])
  }

  @Test func `adds the job's states to them, exactly as written`() throws {
    let change = { (settings: inout LedgerSettings) in
      settings.states = ["1": .granted, "Done": .granted, "": .pending]
    }
    #expect(
      try states(["1", "Done", "", "failed"], change) == [.granted, .granted, .pending, .failed])
    let text = "transaction_id,user_id,product_id,state\n1,u,p,done\n"
    #expect(try failure(text, change)?.kind == .badData)
  }

  @Test func `counts rows by state and finds the newest`() throws {
    let summary = try read(
      """
      transaction_id,user_id,product_id,state,purchase_time,granted_at,os
      1,u,p,granted,2026-03-01T10:00:00Z,2026-03-05T10:00:00Z,ios
      2,u,p,granted,2026-03-04T10:00:00Z,,ios
      3,u,p,refunded,,,ios
      4,u,p,granted,2027-01-01T00:00:00Z,,web

      """
    ) { $0.scope = ["os": ["ios"]] }.summary
    #expect(summary.rows == 4)
    #expect(summary.outOfScope == 1)
    #expect(summary.states == [.granted: 2, .refunded: 1])
    #expect(summary.newestRow?.text == "2026-03-05T10:00:00Z")
  }

  @Test func `knows environments by Apple's words, and numbers only by the job's`() throws {
    let header = "transaction_id,user_id,product_id,state,environment\n"
    let words = ["PRODUCTION", "sandbox", "Xcode", "localtesting", ""]
    let rows = words.map { "1,u,p,granted,\($0)\n" }.joined()
    #expect(
      try read(header + rows).rows.map(\.environment)
        == ["Production", "Sandbox", "Xcode", "LocalTesting", ""])
    let numbers = header + "1,u,p,granted,1\n"
    #expect(try failure(numbers)?.places.map(\.column) == ["environment"])
    #expect(
      try read(numbers) { $0.environments = ["1": "Sandbox"] }.rows[0].environment == "Sandbox")
  }

  // MARK: - Scope

  @Test func `never complains of a row of another origin`() throws {
    let reading = try read(
      """
      transaction_id,user_id,product_id,state,purchase_time,quantity,amount,environment,platform
      1,u,p,granted,2026-03-01T10:00:00Z,1,4.99,Production,ios
      GPA.3345,u,p,PURCHASED,yesterday,many,cheap,live,android
      ,,,,,,,,

      """
    ) { $0.scope = ["platform": ["ios", "ipad"]] }
    #expect(reading.rows.map(\.isOutOfScope) == [false, true, true])
    #expect(reading.rows[1].id == "GPA.3345")
    #expect(reading.summary.outOfScope == 2)
    #expect(reading.summary.states == [.granted: 1])
  }

  @Test func `needs every column of the scope to agree`() throws {
    let reading = try read(
      """
      transaction_id,user_id,product_id,state,platform,kind
      1,u,p,granted,ios,sale
      2,u,p,granted,ios,gift
      3,u,p,granted,IOS,sale
      4,u,p,granted, ios ,sale

      """
    ) { $0.scope = ["platform": ["ios"], "kind": ["sale"]] }
    #expect(reading.rows.map(\.isOutOfScope) == [false, true, true, false])
  }

  // MARK: - Times, amounts, quantities

  @Test func `takes a local time in the job's zone`() throws {
    let text = "transaction_id,user_id,product_id,state,purchase_time\n1,u,p,granted,"
    let shanghai = { (settings: inout LedgerSettings) in settings.timeZone = "Asia/Shanghai" }
    #expect(
      try read(text + "2026-03-01 18:00:00\n", shanghai).rows[0].purchased
        == "2026-03-01T10:00:00Z")
    #expect(
      try read(text + "2026-03-01T18:00:00Z\n", shanghai).rows[0].purchased
        == "2026-03-01T18:00:00Z")
    #expect(try failure(text + "2026-03-01 18:00:00\n")?.kind == .badData)
    #expect(try failure(text + "2026-03-01\n", shanghai)?.kind == .badData)
    #expect(
      try failure(text + "1\n") { $0.timeZone = "Asia/Shangai" }?.kind == .configuration)
  }

  @Test(
    arguments: [
      ("1", 1), ("10", 10), ("2147483647", 2_147_483_647), ("", nil), (" ", nil),
    ] as [(String, Int32?)])
  func `reads a quantity`(_ text: String, _ quantity: Int32?) throws {
    let reading = try read(
      "transaction_id,user_id,product_id,state,quantity\n1,u,p,granted,\(text)\n")
    #expect(reading.rows[0].quantity == quantity)
    #expect(reading.shape.hasQuantity == (quantity != nil))
  }

  @Test(arguments: ["0", "-1", "1.0", "2147483648", "one"])
  func `refuses a quantity that is no whole number above 0`(_ text: String) throws {
    let table = "transaction_id,user_id,product_id,state,quantity\n1,u,p,granted,\(text)\n"
    #expect(try failure(table)?.places.map(\.column) == ["quantity"])
  }

  @Test func `keeps an amount with its currency, and the code for none where none is said`() throws
  {
    let reading = try read(
      """
      transaction_id,user_id,product_id,state,amount,currency
      1,u,p,granted,4.99,USD
      2,u,p,granted,230,
      3,u,p,granted,,JPY

      """)
    #expect(reading.rows.map(\.amount) == [4990, 230_000, nil])
    #expect(reading.rows.map(\.currency) == ["USD", LedgerSettings.unknownCurrency, ""])
  }
}
