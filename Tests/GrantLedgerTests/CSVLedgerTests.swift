import GrantLedger
import Records
import Testing

@Suite struct `a ledger in CSV` {
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

  @Test func `keeps every fact of a full row`() throws {
    let reading = try read(
      """
      row_id,transaction_id,original_transaction_id,web_order_line_item_id,user_id,account_token,\
      product_id,quantity,amount,currency,purchase_time,granted_at,expires_at,state,environment
      7,430001,430000,88001,u1,AAAA-BBBB,coins.100,3,4.99,USD,2026-03-01T10:00:00Z,\
      2026-03-01T10:00:05+01:00,1772409600,Granted,sandbox

      """)
    #expect(
      reading.rows == [
        Row(
          rowID: "7", id: "430001", idAsFound: "430001", originalID: "430000", lineItem: "88001",
          user: "u1", account: "u1", token: "aaaa-bbbb", product: "coins.100",
          environment: "Sandbox", quantity: 3, amount: 4990, currency: "USD",
          purchased: "2026-03-01T10:00:00Z", granted: "2026-03-01T09:00:05Z",
          expires: "2026-03-02T00:00:00Z")
      ])
    #expect(reading.shape.hasRowID)
    #expect(reading.shape.hasQuantity)
    #expect(!reading.shape.hasUniqueTransactionIDs)
  }

  @Test func `needs four columns and leaves the rest unknown`() throws {
    let reading = try read("transaction_id,user_id,product_id,state\n1,u1,p,refunded\n")
    #expect(
      reading.rows == [
        Row(id: "1", idAsFound: "1", user: "u1", account: "u1", product: "p", state: .refunded)
      ])
    #expect(!reading.shape.hasRowID)
    #expect(!reading.shape.hasQuantity)
  }

  @Test func `accepts a byte-order mark, CRLF and semicolons`() throws {
    let reading = try read(
      "\u{FEFF}transaction_id;user_id;product_id;purchase_time;state\r\n"
        + "430001670000001;u1;coins.100;2026-03-01T10:00:00Z;granted\r\n")
    #expect(reading.rows.map(\.id) == ["430001670000001"])
  }

  @Test func `trims blanks, keeps the id as found and leading zeros`() throws {
    let reading = try read(
      "transaction_id,user_id,product_id,state\n 0042\t, u1 ,COINS.100 , granted \n")
    #expect(reading.rows[0].id == "0042")
    #expect(reading.rows[0].idAsFound == " 0042\t")
    #expect(reading.rows[0].user == "u1")
    #expect(reading.rows[0].product == "COINS.100")
  }

  @Test(arguments: ["4.30002E+14", "0", "", "GPA.3345-1207", "appstore.application", "null"])
  func `does not judge ids`(_ id: String) throws {
    let reading = try read("transaction_id,user_id,product_id,state\n\(id),u1,p,granted\n")
    #expect(reading.rows[0].id == id)
    #expect(reading.rows[0].idAsFound == id)
  }

  @Test func `says which header it found and which name was probably meant`() throws {
    let failure = try failure("transaction_ids,user,product_id,state\n1,u1,p,granted\n")
    #expect(failure?.kind == .badData)
    #expect(failure?.message.contains("`transaction_ids`, `user`, `product_id`, `state`") == true)
    #expect(failure?.places.map(\.column) == ["transaction_id", "user_id"])
    #expect(failure?.places[0].reason == "missing; did you mean `transaction_ids`?")
    #expect(failure?.places[0].position == .line(1))
  }

  @Test func `insists on a column that the job itself names`() throws {
    let text = "transaction_id,user_id,product_id,state\n1,u1,p,granted\n"
    let failure = try failure(text) { $0.columns = [.grantedAt: "given"] }
    #expect(failure?.places.map(\.column) == ["given"])
    let other = try self.failure(text) { $0.scope = ["platform": ["ios"]] }
    #expect(other?.places.map(\.column) == ["platform"])
  }

  @Test func `finds columns by the job's own names`() throws {
    let reading = try read("tx,uid,product_id,state\n1,u1,p,granted\n") {
      $0.columns = [.transactionID: "tx", .userID: "uid", .rowID: "tx"]
    }
    #expect(reading.rows[0].id == "1")
    #expect(reading.rows[0].rowID == "1")
    #expect(reading.rows[0].user == "u1")
  }

  @Test func `shows unmapped states and unreadable times together, and nothing is judged`() throws {
    let failure = try failure(
      """
      transaction_id,user_id,product_id,state,purchase_time,quantity,amount
      1,u1,p,granted,2026-03-01 10:00:00,,
      2,u1,p,done,2026-03-01T10:00:00Z,0,
      3,u1,p,,soon,1.5,"4,99"

      """)
    #expect(failure?.kind == .badData)
    let places = failure?.places ?? []
    #expect(places.map(\.position) == [2, 3, 3, 4, 4, 4, 4].map { .line($0) })
    #expect(
      places.map(\.column) == [
        "purchase_time", "state", "quantity", "state", "quantity", "amount", "purchase_time",
      ])
    #expect(places.map(\.value) == ["2026-03-01 10:00:00", "done", "0", "", "1.5", "4,99", "soon"])
    #expect(places[0].reason.contains("timeZone"))
    #expect(places[1].reason.contains("`states`"))
  }

  @Test func `puts broken rows in one order with unreadable cells`() throws {
    let failure = try failure(
      "transaction_id,user_id,product_id,state\n1,u1,p,x\n2,u1,p\n3,\"u\"1,p,granted\n4,u,p,y\n")
    #expect(failure?.places.map(\.position) == [2, 3, 4, 5].map { .line($0) })
    #expect(failure?.placeCount == 4)
  }

  @Test(arguments: [(20, false), (21, true)])
  func `shows twenty places and how many more there are`(_ count: Int, _ hasMore: Bool) throws {
    let rows = String(repeating: "1,u1,p,what\n", count: count)
    let failure = try failure("transaction_id,user_id,product_id,state\n" + rows)
    #expect(failure?.places.count == 20)
    #expect(failure?.placeCount == count)
    #expect(failure?.description.contains("and 1 more") == hasMore)
  }

  @Test func `refuses a table without rows unless the job allows it`() throws {
    let header = "transaction_id,user_id,product_id,state\n"
    #expect(try failure(header)?.kind == .badData)
    #expect(try failure("")?.kind == .badData)
    #expect(try read(header) { $0.allowsEmpty = true }.summary.rows == 0)
    #expect(try read("") { $0.allowsEmpty = true }.summary.rows == 0)
  }

  @Test func `reports a missing file as a source that cannot be reached`() {
    #expect(Reading.failure(.csv("\(folder.path)/none.csv"))?.kind == .unreachable)
    #expect(Reading.failure(.csv(folder.path))?.kind == .unreachable)
    #expect(Reading.failure(LedgerSettings())?.kind == .configuration)
  }

  @Test func `refuses a header that is broken`() throws {
    #expect(try failure("a,a,b\n1,2,3\n")?.kind == .badData)
    #expect(try failure("\"a\n1,2,3\n")?.kind == .badData)
  }
}
