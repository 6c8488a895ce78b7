import SQLite
import System
import Testing

@Suite struct `SQLite values` {
  @Test func `null, empty and zero are three things`() throws {
    let database = try memory("CREATE TABLE t(a, b, c, d, e)")
    let insert = try database.prepare("INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5)")
    try insert.bind(nil as String?, at: 1)
    try insert.bind("", at: 2)
    try insert.bind([] as [UInt8], at: 3)
    try insert.bind(0, at: 4)
    let nothing: [UInt8] = []
    try insert.bind(textBytes: nothing.span, at: 5)
    try insert.run()

    let row = try database.prepare("SELECT * FROM t")
    #expect(try row.step())
    #expect((0..<5).map { row.storageClass(at: $0) } == [.null, .text, .blob, .integer, .text])
    #expect((0..<5).map { row.isNull(at: $0) } == [true, false, false, false, false])
    #expect((0..<5).map { row.bytes(at: $0) } == [nil, [], [], Array("0".utf8), []])
    #expect((0..<5).map { row.integer(at: $0) } == [nil, nil, nil, 0, nil])
    #expect(row.text(at: 0) == nil)
    #expect(row.text(at: 99) == nil)
  }

  @Test func `text comes back byte for byte`() throws {
    let database = try memory("CREATE TABLE t(a)")
    let insert = try database.prepare("INSERT INTO t VALUES (?1)")
    let texts = ["430000000000000", "0012", "4.3E+14", "ä\u{0}b", " "]
    for text in texts {
      try insert.bind(text, at: 1)
      try insert.run()
    }
    let rows = try database.prepare("SELECT a FROM t ORDER BY rowid")
    var found: [String?] = []
    while try rows.step() { found.append(rows.text(at: 0)) }
    #expect(found == texts)
  }

  @Test func `numbers are read as SQLite writes them`() throws {
    let database = try memory("")
    let row = try database.prepare("SELECT 4.99, 430000000000000.0, -9223372036854775808, x'00ff'")
    #expect(try row.step())
    #expect(row.storageClass(at: 0) == .real)
    #expect(row.text(at: 0) == "4.99")
    #expect(row.text(at: 1) == "430000000000000.0")
    #expect(row.integer(at: 2) == Int64.min)
    #expect(row.text(at: 2) == "-9223372036854775808")
    #expect(row.bytes(at: 3) == [0, 255])
  }

  @Test func `bytes are lent without a copy`() throws {
    let database = try memory("")
    let row = try database.prepare("SELECT 'abc', NULL, x''")
    #expect(try row.step())
    #expect(row.withBytes(at: 0) { $0[2] } == UInt8(ascii: "c"))
    #expect(row.withBytes(at: 1) { $0.count } == nil)
    #expect(row.withBytes(at: 2) { $0.count } == 0)
  }

  @Test func `a database in UTF-16 gives UTF-8`() throws {
    let database = try memory(
      "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(a); INSERT INTO t VALUES('größe')")
    let row = try database.prepare("SELECT a FROM t")
    #expect(try row.step())
    #expect(row.bytes(at: 0) == Array("größe".utf8))
  }
}

@Suite struct `SQLite statements` {
  @Test func `are one statement, comments aside`() throws {
    let database = try memory("")
    #expect(try database.prepare("SELECT 1; -- a note\n").step())
    for sql in ["", "-- a note", "SELECT 1; SELECT 2", "SELECT 1; nonsense", "SELEC 1"] {
      let failure = #expect(throws: SQLiteFailure.self) { _ = try database.prepare(sql) }
      #expect(failure?.sql == sql)
    }
  }

  @Test func `fail with the statement and without its values`() throws {
    let database = try memory("CREATE TABLE t(a UNIQUE)")
    let insert = try database.prepare("INSERT INTO t VALUES (?1)")
    try insert.bind("a secret", at: 1)
    try insert.run()
    #expect(database.changes == 1)
    #expect(database.lastInsertedRowID == 1)
    let failure = #expect(throws: SQLiteFailure.self) { try insert.run() }
    #expect(failure?.isDuplicate == true)
    #expect(
      failure?.description == "SQLite: UNIQUE constraint failed: t.a (code 2067), "
        + "at: INSERT INTO t VALUES (?1)")
    try insert.bind("another", at: 1)
    try insert.run()
    #expect(throws: SQLiteFailure.self) { try insert.bind(1, at: 2) }
  }

  @Test func `know their columns and whether they write`() throws {
    let database = try memory("CREATE TABLE t(id BIGINT, price DECIMAL(9,3))")
    let query = try database.prepare("SELECT id, price AS amount, id + 1 FROM t")
    #expect(query.columnCount == 3)
    #expect((0..<2).map { query.columnName(at: $0) } == ["id", "amount"])
    #expect(query.declaredType(at: 1) == "DECIMAL(9,3)")
    #expect(query.declaredType(at: 2) == nil)
    #expect(query.isReadOnly == true)
    let removal = try database.prepare("DELETE FROM t")
    #expect(removal.isReadOnly == false)
  }

  @Test func `may outlive their connection`() throws {
    let statement = try memory("").prepare("SELECT 7")
    #expect(try statement.step())
    #expect(statement.integer(at: 0) == 7)
  }
}

@Suite struct `SQLite schemas` {
  @Test func `say which columns are unique alone`() throws {
    let database = try memory(
      """
      CREATE TABLE iap_order(
        id BIGINT PRIMARY KEY, transaction_id VARCHAR(64) UNIQUE, user_id BIGINT, a, b, c, d,
        UNIQUE(a, b));
      CREATE UNIQUE INDEX partly ON iap_order(c) WHERE user_id > 0;
      CREATE UNIQUE INDEX lower_d ON iap_order(lower(d));
      CREATE INDEX many ON iap_order(user_id);
      CREATE TABLE counted(n INTEGER PRIMARY KEY, other);
      CREATE TABLE pair(a, b, PRIMARY KEY(a, b)) WITHOUT ROWID;
      """)
    #expect(try database.uniqueColumns(of: "iap_order") == ["id", "transaction_id"])
    #expect(try database.uniqueColumns(of: "counted") == ["n"])
    #expect(try database.uniqueColumns(of: "pair") == [])
    #expect(try database.uniqueColumns(of: "none") == [])
    #expect(
      try database.columns(of: "counted") == [
        DeclaredColumn(name: "n", type: "INTEGER"), DeclaredColumn(name: "other", type: ""),
      ])
  }

  @Test func `carry a version`() throws {
    let database = try memory("")
    #expect(try database.userVersion == 0)
    try database.setUserVersion(7)
    #expect(try database.userVersion == 7)
  }
}

private func memory(_ sql: String) throws -> Database {
  let database = try Database(path: ":memory:", mode: .readWriteCreate)
  try database.execute(sql)
  return database
}
