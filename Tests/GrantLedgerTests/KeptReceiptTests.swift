import GrantLedger
import Records
import SQLite
import System
import Testing

@Suite struct `receipts that a server kept` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var spool: String { "\(folder.path)/spool" }

  /// The receipts of a source: user, text, and where it was found.
  private func read(
    _ source: String, _ ledgers: [LedgerSettings] = [], atMost limit: Int = .max
  ) throws(InputFailure) -> [String] {
    var found: [String] = []
    try KeptReceipts.each(of: source, ledgers: ledgers, spool: spool) { receipt in
      found.append("\(receipt.user) \(String(decoding: receipt.bytes, as: UTF8.self))")
      return found.count < limit
    }
    return found
  }

  private func ledger(_ sql: String) throws -> LedgerSettings {
    var settings = LedgerSettings()
    settings.source = .sqlite(try folder.database("ledger.db", sql))
    return settings
  }

  private func alone(_ path: String) throws {
    let writer = try Database(path: path, mode: .readWriteCreate)
    try writer.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
  }

  @Test func `may stand in lines, each with its user`() throws {
    let path = try folder.file(
      "r.jsonl",
      """
      {"user_id": "7", "receipt": "MIIa"}

      {"userId": 8, "receipt-data": "MIIb", "more": true}
      {"receiptData": "MIIc"}
      """)
    #expect(try read("jsonl:\(path)") == ["7 MIIa", "8 MIIb", " MIIc"])
    #expect(try read("jsonl:\(path)", atMost: 2).count == 2)
  }

  @Test func `may lie in a folder, a file each that is named after its user`() throws {
    try Files.makeDirectories("\(folder.path)/kept/older")
    _ = try folder.file("kept/8.b64", "MIIb")
    _ = try folder.file("kept/10", "MIIc")
    _ = try folder.file("kept/.hidden", "x")
    #expect(try read("folder:\(folder.path)/kept") == ["10 MIIc", "8 MIIb"])
  }

  @Test func `may come out of the ledger, as text or as bytes`() throws {
    let ledger = try ledger(
      """
      CREATE TABLE kept(user_id INTEGER, receipt);
      INSERT INTO kept VALUES (7, 'MIIa'), (8, x'3082000100ff'), (9, NULL), (10, '');
      """)
    let query = "query:SELECT user_id, receipt FROM kept ORDER BY 1"
    #expect(try read(query, [LedgerSettings(), ledger]) == ["7 MIIa", "8 MIIAAQD/"])
    #expect(!Files.exists(spool))
  }

  @Test func `are not held open in the ledger while somebody is asked about them`() throws {
    let ledger = try ledger("CREATE TABLE kept(u, r); INSERT INTO kept VALUES (7, 'MIIa');")
    guard case .sqlite(let path)? = ledger.source else { return }
    var found = 0
    try KeptReceipts.each(of: "query:SELECT u, r FROM kept", ledgers: [ledger], spool: spool) { _ in
      found += 1
      // A writer who wants the ledger for himself gets it.
      let isFree = (try? alone(path)) != nil
      #expect(isFree)
      #expect(Files.exists(spool))
      return true
    }
    #expect(found == 1)
    #expect(!Files.exists(spool))
  }

  @Test func `that cannot be taken say where and why`() throws {
    let path = try folder.file("r.jsonl", "{\"user_id\": \"7\"}\n[1]\n{\n")
    let lines = try #require(throws: InputFailure.self) { try read("jsonl:\(path)") }
    #expect(lines.kind == .badData)
    #expect(lines.placeCount == 3)
    let missing = try #require(throws: InputFailure.self) { try read("folder:/nowhere") }
    #expect(missing.kind == .unreachable)
    let homeless = try #require(throws: InputFailure.self) { try read("query:SELECT 1, 2") }
    #expect(homeless.kind == .configuration)
    let ledger = try ledger("CREATE TABLE kept(u, r);")
    for (sql, kind) in [
      ("SELECT u FROM kept", InputFailure.Kind.badData), ("DELETE FROM kept", .configuration),
      ("SELECT nothing FROM kept", .configuration),
    ] {
      let failure = try #require(throws: InputFailure.self) { try read("query:\(sql)", [ledger]) }
      #expect(failure.kind == kind)
      #expect(!Files.exists(spool))
    }
  }
}
