import GrantLedger
import Records
import Testing

@Suite struct `the preset iap_order` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func table(_ unique: String = "UNIQUE") -> String {
    """
    CREATE TABLE iap_order (
      id INTEGER PRIMARY KEY, transaction_id VARCHAR(64) \(unique),
      original_transaction_id VARCHAR(64), user_id BIGINT, product_id VARCHAR(64),
      purchase_time DATETIME, environment TINYINT DEFAULT 2, state TINYINT,
      raw_payload JSON, created_at DATETIME);
    """
  }

  private func settings(
    _ sql: String, _ change: (inout LedgerSettings) -> Void = { _ in }
  ) throws -> LedgerSettings {
    let path = try folder.database("ledger.db", sql)
    return .sqlite(path) {
      $0.preset = .iapOrder
      $0.timeZone = "UTC"
      change(&$0)
    }
  }

  private func row(payload: String) throws -> Reading {
    try Reading(
      settings(
        Self.table() + """
          INSERT INTO iap_order (transaction_id, user_id, product_id, state, raw_payload)
          VALUES ('43', 7, 'p', 1, '\(payload)');
          """))
  }

  @Test func `reads its numbers and its local times`() throws {
    let reading = try Reading(
      settings(
        Self.table() + """
          INSERT INTO iap_order VALUES
          (11, '43', '40', 7, 'p', '2026-03-01 10:00:00', 2, 1, NULL, '2026-03-01 10:00:09'),
          (12, '44', NULL, 7, 'p', NULL, 1, 0, '', NULL),
          (13, '45', NULL, 7, 'p', NULL, NULL, 2, NULL, NULL);
          """))
    #expect(
      reading.rows[0]
        == Row(
          rowID: "11", id: "43", idAsFound: "43", originalID: "40", user: "7", account: "7",
          product: "p", environment: "Production", purchased: "2026-03-01T10:00:00Z"))
    #expect(reading.rows.map(\.environment) == ["Production", "Sandbox", ""])
    #expect(reading.rows.map(\.state) == [.granted, .pending, .refunded])
    #expect(reading.shape.hasUniqueTransactionIDs)
    #expect(reading.shape.hasRowID)
    #expect(!reading.shape.hasQuantity)
  }

  @Test func `needs a zone for its local times`() throws {
    let settings = try settings(
      Self.table()
        + "INSERT INTO iap_order VALUES (1, '43', '43', 7, 'p', '2026-03-01 10:00:00', 2, 1, '', '')"
    ) { $0.timeZone = nil }
    #expect(Reading.failure(settings)?.places.map(\.column) == ["purchase_time"])
  }

  @Test(arguments: [
    #"{"transactionId":"43","webOrderLineItemId":"88","appAccountToken":"AB-1","quantity":2}"#,
    #"{"transaction_id":43,"web_order_line_item_id":88,"app_account_token":"AB-1","quantity":"2"}"#,
  ])
  func `takes hints from a payload in either spelling`(_ payload: String) throws {
    let row = try row(payload: payload).rows[0]
    #expect([row.lineItem, row.token] == ["88", "ab-1"])
    #expect(row.quantity == 2)
  }

  @Test func `takes no hint from a payload of another transaction`() throws {
    let row = try row(payload: #"{"transactionId":"99","webOrderLineItemId":"88"}"#).rows[0]
    #expect(row.lineItem == "")
  }

  @Test(arguments: ["{broken", "eyJhbGciOi.x.y", "{\"a\":1,\"a\":2}"])
  func `ignores a payload that is no JSON, and counts it`(_ payload: String) throws {
    let reading = try row(payload: payload)
    #expect(reading.rows[0].lineItem == "")
    #expect(reading.summary.unreadablePayloads == 1)
  }

  @Test(arguments: ["[]", "\"text\"", "{}", #"{"quantity":0}"#, #"{"quantity":{"a":1}}"#])
  func `finds no hint in a payload that says nothing`(_ payload: String) throws {
    let reading = try row(payload: payload)
    #expect(reading.rows[0].quantity == nil)
    #expect(reading.summary.unreadablePayloads == 0)
  }

  @Test func `lets the job's own words come first`() throws {
    let reading = try Reading(
      settings(
        """
        CREATE TABLE orders2 (id, transaction_id, user_id, product_id, state, quantity, token,
          raw_payload);
        INSERT INTO orders2 VALUES (1, '43', 7, 'p', 2, 4, NULL,
          '{"quantity":9,"appAccountToken":"AB"}'), (2, '44', 7, 'p', 3, 4, 'CD', NULL);
        """
      ) {
        $0.table = "orders2"
        $0.columns = [.accountToken: "token"]
        $0.states = ["2": .withheld, "3": .failed]
      })
    #expect(reading.rows.map(\.state) == [.withheld, .failed])
    #expect(reading.rows.map(\.quantity) == [4, 4])
    #expect(reading.rows.map(\.token) == ["", "cd"])
  }

  @Test func `believes the table where it can hold an id twice after all`() throws {
    let sql =
      Self.table("") + "INSERT INTO iap_order (transaction_id, user_id, product_id, state)"
      + " VALUES ('43', 7, 'p', 1), ('43', 7, 'p', 1);"
    let reading = try Reading(settings(sql))
    #expect(!reading.shape.hasUniqueTransactionIDs)
    #expect(reading.rows.count == 2)
  }

  @Test func `holds for a file too`() throws {
    let path = try folder.file(
      "iap_order.csv",
      "id,transaction_id,user_id,product_id,state,environment\n5,43,7,p,1,2\n")
    let reading = try Reading(.csv(path) { $0.preset = .iapOrder })
    #expect(reading.rows[0].rowID == "5")
    #expect(reading.rows[0].environment == "Production")
    #expect(reading.shape.hasUniqueTransactionIDs)
  }
}
