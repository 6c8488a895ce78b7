import GrantLedger
import Matching
import Records
import Testing

@Suite struct `looking at a ledger` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `shows tables, columns and rows of a ledger that can be read`() throws {
    let path = try folder.database(
      "ledger.db",
      """
      CREATE TABLE orders (tx, user_id, product_id, state);
      INSERT INTO orders VALUES (1, 'u', 'p', 'granted');
      CREATE VIEW seen AS SELECT 1;
      """)
    let inspection = LedgerInspection.inspect(
      .sqlite(path) {
        $0.table = "orders"
        $0.columns = [.transactionID: "TX"]
      })
    #expect(inspection.failure == nil)
    #expect(inspection.tables == ["orders", "seen"])
    #expect(inspection.header == ["tx", "user_id", "product_id", "state"])
    #expect(inspection.columns.filter { $0.isNeeded && !$0.isFound }.isEmpty)
    #expect(inspection.summary?.states == [.granted: 1])
  }

  @Test func `shows what is missing and what was probably meant`() throws {
    let path = try folder.file("ledger.csv", "transaction_id,userid,product_id,state\n")
    let inspection = LedgerInspection.inspect(.csv(path))
    #expect(inspection.failure?.kind == .badData)
    let missing = inspection.columns.filter { $0.isNeeded && !$0.isFound }
    #expect(missing.map(\.name) == ["user_id"])
    #expect(missing.map(\.nearest) == ["userid"])
    #expect(inspection.summary == nil)
  }

  @Test func `says why nothing can be seen`() {
    let inspection = LedgerInspection.inspect(.csv("\(folder.path)/none.csv"))
    #expect(inspection.failure?.kind == .unreachable)
    #expect(inspection.columns.isEmpty)
  }
}

@Suite struct `several ledgers` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func ledger(_ name: String, owners: String) throws -> LedgerSettings {
    let rows = "row_id,transaction_id,user_id,product_id,state\n1,43,u,p,granted\n"
    var settings = LedgerSettings.csv(try folder.file("\(name).csv", rows))
    settings.name = name
    settings.owners = .csv(
      try folder.file("\(name)-owners.csv", "account_token,user_id\n" + owners))
    return settings
  }

  @Test func `are one union, with their owners together`() throws {
    let ledgers = [try ledger("a", owners: "x,1\n"), try ledger("b", owners: "x,1\ny,2\n")]
    var books = Books(ledgers: ledgers.map(\.shape))
    let reading = try LedgerReader.readAll(ledgers, into: &books)
    #expect(books.ledger.count == 2)
    #expect(reading.summaries.map(\.name) == ["a", "b"])
    #expect(reading.owners == ["x": "1", "y": "2"])
  }

  @Test func `may not disagree on an owner`() throws {
    let ledgers = [try ledger("a", owners: "x,1\n"), try ledger("b", owners: "X,2\n")]
    var books = Books(ledgers: ledgers.map(\.shape))
    #expect(throws: InputFailure.self) { try LedgerReader.readAll(ledgers, into: &books) }
  }
}

@Suite struct `the form of a file` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `is told by its name, else by its first bytes`() throws {
    #expect(try InputFile.ledger("/x/a.csv") == .csv("/x/a.csv"))
    #expect(try InputFile.ledger("/x/a.JSONL") == .jsonLines("/x/a.JSONL"))
    #expect(try InputFile.ledger("-") == .csv("-"))
    let lines = try folder.file("lines", "\u{FEFF} {\"a\": 1}\n")
    #expect(try InputFile.ledger(lines) == .jsonLines(lines))
    let table = try folder.file("table", "a,b\n")
    #expect(try InputFile.ledger(table) == .csv(table))
    let database = try folder.database("base", "CREATE TABLE t (a)")
    #expect(try InputFile.ledger(database) == .sqlite(database))
  }
}
