import GrantLedger
import Records
import Testing

@Suite struct `a ledger in JSON lines` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(
    _ text: String, _ change: (inout LedgerSettings) -> Void = { _ in }
  ) throws -> Reading {
    try Reading(.jsonLines(try folder.file("ledger.jsonl", text), change))
  }

  private func failure(
    _ text: String, _ change: (inout LedgerSettings) -> Void = { _ in }
  ) throws -> InputFailure? {
    Reading.failure(.jsonLines(try folder.file("ledger.jsonl", text), change))
  }

  @Test func `keeps numbers by their text and null as nothing`() throws {
    let reading = try read(
      """
      {"transaction_id": 612740550918371588, "user_id": 7, "product_id": "p", "state": "granted", \
      "quantity": 2, "amount": 4.99, "purchase_time": 1772359200000}
      {"state":"granted","transaction_id":4.3E+14,"user_id":"\\u00e4","product_id":"p","other":[1]}

      {"transaction_id": null, "user_id": "u", "product_id": "p", "state": "granted"}
      {"user_id": "u", "product_id": "p", "state": "granted"}
      """)
    #expect(reading.rows.map(\.id) == ["612740550918371588", "4.3E+14", "", ""])
    #expect(reading.rows[0].quantity == 2)
    #expect(reading.rows[0].amount == 4990)
    #expect(reading.rows[0].purchased == "2026-03-01T10:00:00Z")
    #expect(reading.rows[1].user == "ä")
  }

  @Test func `compares truths and numbers with the scope as text`() throws {
    let reading = try read(
      """
      {"transaction_id": "1", "user_id": "u", "product_id": "p", "state": "granted", "ios": true}
      {"transaction_id": "2", "user_id": "u", "product_id": "p", "state": "granted", "ios": 1}
      {"transaction_id": "3", "user_id": "u", "product_id": "p", "state": "granted", "ios": false}
      {"transaction_id": "4", "user_id": "u", "product_id": "p", "state": "granted"}
      """
    ) { $0.scope = ["ios": ["true", "1"]] }
    #expect(reading.rows.map(\.isOutOfScope) == [false, false, true, true])
  }

  @Test func `names every line that is no object, and reads on`() throws {
    let failure = try failure(
      """
      {"transaction_id": "1", "user_id": "u", "product_id": "p", "state": "granted"}
      {"transaction_id": "2", "user_id": "u", "product_id": "p", "state": "granted"
      [1]
      {"transaction_id": {"a": 1}, "user_id": "u", "product_id": "p", "state": "granted"}
      {"transaction_id": "1", "transaction_id": "2", "user_id": "u", "product_id": "p"}
      {"transaction_id": "6", "user_id": "u", "product_id": "p", "state": "gone"}
      """)
    #expect(failure?.kind == .badData)
    let lines = (failure?.places ?? []).map { place -> Int in
      switch place.position {
      case .line(let line), .lineAndColumn(let line, _): line
      default: 0
      }
    }
    #expect(lines == [2, 3, 4, 5, 6])
  }

  @Test func `misses a column only where no line has it`() throws {
    let failure = try failure(
      #"{"transactionId": "1", "user_id": "u", "product_id": "p", "state": "granted"}"#)
    #expect(failure?.kind == .badData)
    #expect(failure?.places.map(\.column) == ["transaction_id"])
    #expect(failure?.places[0].reason == "missing; did you mean `transactionId`?")
  }

  @Test func `misses a state in one line as a state`() throws {
    let failure = try failure(
      """
      {"transaction_id": "1", "user_id": "u", "product_id": "p", "state": "granted"}
      {"transaction_id": "2", "user_id": "u", "product_id": "p"}
      """)
    #expect(failure?.places.map(\.position) == [.line(2)])
    #expect(failure?.places.map(\.column) == ["state"])
  }

  @Test func `refuses an empty file unless the job allows it`() throws {
    #expect(try failure("")?.kind == .badData)
    #expect(try failure("\n\n")?.kind == .badData)
    #expect(try read("") { $0.allowsEmpty = true }.summary.rows == 0)
    #expect(Reading.failure(.jsonLines("\(folder.path)/none.jsonl"))?.kind == .unreachable)
  }
}
