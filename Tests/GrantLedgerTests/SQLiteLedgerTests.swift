import GrantLedger
import Records
import SQLite
import System
import Testing

@Suite struct `a ledger in SQLite` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let table = """
    CREATE TABLE orders (row_id INTEGER PRIMARY KEY, transaction_id, user_id INTEGER,
      product_id TEXT, state, quantity INTEGER, amount, purchase_time, granted_at, environment);
    """

  private func read(
    _ sql: String, _ change: (inout LedgerSettings) -> Void = { $0.table = "orders" }
  ) throws -> Reading {
    try Reading(.sqlite(try folder.database("ledger.db", sql), change))
  }

  private func failure(
    _ sql: String, _ change: (inout LedgerSettings) -> Void = { $0.table = "orders" }
  ) throws -> InputFailure? {
    Reading.failure(.sqlite(try folder.database("ledger.db", sql), change))
  }

  @Test func `reads numbers, texts and blobs by their text`() throws {
    let reading = try read(
      Self.table + """
        INSERT INTO orders VALUES
        (1, 612740550918371588, 42, 'p', 'granted', 2, 4.99, 1772359200, 1772359200000, 'Sandbox'),
        (2, '4.3E+14', 42, 'p', 'granted', NULL, NULL, NULL, NULL, NULL),
        (3, 4.3E+14, 42, 'p', 'granted', NULL, '', '', '', ''),
        (4, x'343330', 42, 'p', 'granted', NULL, 230, NULL, '2026-03-01T10:00:00Z', NULL);
        """)
    #expect(
      reading.rows.map(\.id) == ["612740550918371588", "4.3E+14", "430000000000000.0", "430"])
    #expect(reading.rows[0].user == "42")
    #expect(reading.rows[0].quantity == 2)
    #expect(reading.rows[0].amount == 4990)
    #expect(reading.rows[0].currency == LedgerSettings.unknownCurrency)
    #expect(reading.rows[0].purchased == "2026-03-01T10:00:00Z")
    #expect(reading.rows[0].granted == "2026-03-01T10:00:00Z")
    #expect(reading.rows[3].amount == 230_000)
    #expect(reading.rows.map(\.rowID) == ["1", "2", "3", "4"])
  }

  @Test func `refuses bytes that are no text, since two such users would look alike`() throws {
    let failure = try failure(
      Self.table + """
        INSERT INTO orders (row_id, transaction_id, user_id, product_id, state) VALUES
        (1, '1001', x'FF01', 'p', 'granted'), (2, '1001', x'FE01', 'p', 'granted'),
        (3, '1002', 'ü', 'p', 'granted');
        """)
    #expect(failure?.kind == .badData)
    #expect(failure?.placeCount == 2)
    #expect(failure?.places.map(\.column) == ["user_id", "user_id"])
  }

  @Test func `takes null and empty both for nothing`() throws {
    let reading = try read(
      Self.table + """
        INSERT INTO orders (transaction_id, user_id, product_id, state) VALUES
        (NULL, 1, 'p', 'granted'), ('', 2, 'p', 'granted');
        """)
    #expect(reading.rows.map(\.id) == ["", ""])
    #expect(reading.rows.map(\.idAsFound) == ["", ""])
  }

  @Test(arguments: [
    ("transaction_id TEXT UNIQUE", true), ("transaction_id INTEGER PRIMARY KEY", true),
    ("TRANSACTION_ID TEXT UNIQUE", true), ("transaction_id TEXT", false),
    ("transaction_id TEXT, s, UNIQUE (transaction_id, user_id)", false),
  ])
  func `knows from its indexes whether an id can come twice`(
    _ column: String, _ isUnique: Bool
  ) throws {
    let reading = try read(
      "CREATE TABLE orders (user_id, product_id, state, \(column));"
        + "INSERT INTO orders (user_id, product_id, state, transaction_id)"
        + " VALUES ('u', 'p', 'granted', 1);")
    #expect(reading.shape.hasUniqueTransactionIDs == isUnique)
  }

  @Test func `does not take a partial unique index for a promise`() throws {
    let reading = try read(
      Self.table + """
        CREATE UNIQUE INDEX once ON orders (transaction_id) WHERE state = 'pending';
        INSERT INTO orders (transaction_id, user_id, product_id, state)
        VALUES (1, 'u', 'p', 'granted'), (1, 'u', 'p', 'granted');
        """)
    #expect(!reading.shape.hasUniqueTransactionIDs)
    #expect(reading.rows.count == 2)
  }

  @Test func `reads a statement, whatever its columns are called in the table`() throws {
    let reading = try read(
      "CREATE TABLE t (a, b, c, d); INSERT INTO t VALUES ('9', 'u', 'p', 1), ('8', 'u', 'p', 0);"
    ) {
      $0.query = """
        SELECT a AS Transaction_ID, b AS user_id, c AS product_id,
          CASE d WHEN 1 THEN 'granted' ELSE 'pending' END AS state, 5 AS extra FROM t ORDER BY a
        """
    }
    #expect(reading.rows.map(\.id) == ["8", "9"])
    #expect(reading.rows.map(\.state) == [.pending, .granted])
    #expect(!reading.shape.hasUniqueTransactionIDs)
  }

  @Test func `reads a view and a table with a name that needs quotes`() throws {
    let name = #""my ""orders""""#
    let sql =
      "CREATE TABLE \(name) (transaction_id, user_id, product_id, state, \"order\");"
      + "INSERT INTO \(name) VALUES (1, 'u', 'p', 'granted', 'x');"
      + "CREATE VIEW seen AS SELECT * FROM \(name);"
    let path = try folder.database("quotes.db", sql)
    let table = try Reading(
      .sqlite(path) {
        $0.table = "my \"orders\""
        $0.columns = [.lineItemID: "order"]
      })
    #expect(table.rows.map(\.lineItem) == ["x"])
    #expect(try Reading(.sqlite(path) { $0.table = "seen" }).rows.count == 1)
  }

  @Test(arguments: [
    "DELETE FROM orders", "SELECT 1; SELECT 2", "SELECT nonsense FROM orders", "PRAGMA x = 1", "",
    "ATTACH 'other.db' AS other",
  ])
  func `refuses a statement that does not read`(_ query: String) throws {
    let failure = try failure(Self.table) { $0.query = query }
    #expect(failure?.kind == .configuration)
  }

  @Test func `takes a value that makes a statement fail for bad data`() throws {
    let failure = try failure("PRAGMA user_version = 1") {
      $0.query = """
        SELECT json_extract(column1, '$.a') AS transaction_id, 1 AS user_id, 2 AS product_id,
          'granted' AS state FROM (VALUES ('{}'), ('{'))
        """
    }
    #expect(failure?.kind == .badData)
  }

  @Test func `names the tables there are when the one asked for is missing`() throws {
    let failure = try failure(Self.table) { $0.table = "order" }
    #expect(failure?.kind == .unreachable)
    #expect(failure?.message.contains("did you mean `orders`?") == true)
    let none = try self.failure("PRAGMA user_version = 1") { $0.preset = .iapOrder }
    #expect(none?.message.contains("no table `iap_order`") == true)
  }

  @Test func `names missing columns, and columns that come twice`() throws {
    let failure = try failure("CREATE TABLE orders (transactionid, user_id, product_id, state)")
    #expect(failure?.kind == .badData)
    #expect(failure?.places.map(\.reason) == ["missing; did you mean `transactionid`?"])
    let twice = try self.failure("PRAGMA user_version = 1") {
      $0.query =
        "SELECT 1 AS transaction_id, 2 AS user_id, 3 AS user_id, 4 AS product_id, 5 AS state"
    }
    #expect(twice?.places.map(\.reason) == ["the column stands here twice"])
  }

  @Test func `asks for a table where none is named`() throws {
    #expect(try failure(Self.table) { _ in }?.kind == .configuration)
  }

  @Test func `shows the row, its key and the value where a cell cannot be read`() throws {
    let failure = try failure(
      Self.table + """
        INSERT INTO orders (row_id, transaction_id, user_id, product_id, state) VALUES
        (70, 1, 1, 'p', 'granted'), (71, 2, 1, 'p', 9), (72, 3, 1, 'p', NULL);
        """)
    #expect(failure?.places.map(\.position) == [.row(2), .row(3)])
    #expect(failure?.places.map(\.key) == ["71", "72"])
    #expect(failure?.places.map(\.value) == ["9", ""])
    #expect(failure?.places[0].file.hasSuffix("ledger.db, orders") == true)
  }

  @Test func `tells a missing file from a damaged one`() throws {
    let none = Reading.failure(.sqlite("\(folder.path)/none.db"))
    #expect(none?.kind == .unreachable)
    let text = try folder.file("text.db", "this is no database, though it is long enough for one")
    #expect(Reading.failure(.sqlite(text))?.kind == .badData)
    #expect(Reading.failure(.sqlite(folder.path))?.kind == .unreachable)
  }

  @Test func `reads beside a writer with a write-ahead log and changes nothing`() throws {
    let path = try folder.database(
      "wal.db",
      "PRAGMA journal_mode = WAL;" + Self.table
        + "INSERT INTO orders (transaction_id, user_id, product_id, state)"
        + " VALUES (1, 'u', 'p', 'granted');")
    let writer = try Database(path: path, mode: .readWriteCreate)
    try writer.execute("BEGIN IMMEDIATE; INSERT INTO orders (state) VALUES ('granted')")
    #expect(try Reading(.sqlite(path)).rows.count == 1)
    try writer.execute("COMMIT")
    #expect(try Reading(.sqlite(path)).rows.count == 2)
  }
}
