import GrantLedger
import JobFile
import Records
import Testing

@Suite struct `what a job says about a ledger` {
  private func ledger(_ keys: String) throws(InputFailure) -> LedgerSettings {
    try job(with: "ledger: { \(keys) }").ledgers[0]
  }

  @Test func `has defaults and needs no place`() throws {
    #expect(try ledger("") == LedgerSettings())
    #expect(try job(with: "ledger: {}").hasLedgerList == false)
  }

  @Test func `is kept, with paths made absolute`() throws {
    let found = try ledger(
      """
      name: "shard-a", role: "credits", rows: "events", url: "sqlite:ledger.db", table: "t",
      columns: { transaction_id: "tx", user_id: "uid" },
      states: { "0": "pending", "1": "granted", granted: "granted" },
      environments: { "9": "Sandbox" }, timeZone: "Asia/Shanghai",
      scope: { platform: "ios", shop: ["a", 5], live: true },
      accounts: "csv:accounts.csv", owners: "query:SELECT 1", allowEmpty: true,
      """)
    var wanted = LedgerSettings()
    wanted.name = "shard-a"
    wanted.role = .credits
    wanted.rows = .events
    wanted.source = .sqlite("/srv/jobs/ledger.db")
    wanted.table = "t"
    wanted.columns = [.transactionID: "tx", .userID: "uid"]
    wanted.states = ["0": .pending, "1": .granted, "granted": .granted]
    wanted.environments = ["9": "Sandbox"]
    wanted.timeZone = "Asia/Shanghai"
    wanted.scope = ["platform": ["ios"], "shop": ["a", "5"], "live": ["true"]]
    wanted.accounts = .csv("/srv/jobs/accounts.csv")
    wanted.owners = .query("SELECT 1")
    wanted.allowsEmpty = true
    #expect(found == wanted)
  }

  @Test(arguments: [
    ("csv:a.csv", LedgerSource.csv("/srv/jobs/a.csv")), ("csv:/a.csv", .csv("/a.csv")),
    ("csv:-", .csv("-")), ("jsonl:./a.jsonl", .jsonLines("/srv/jobs/a.jsonl")),
    ("csv:///a.csv", .csv("/a.csv")), ("CSV:a:b.csv", .csv("/srv/jobs/a:b.csv")),
  ])
  func `is found by a URL`(_ url: String, _ source: LedgerSource) throws {
    #expect(try ledger("url: \"\(url)\"").source == source)
  }

  @Test(arguments: [
    "ledger.csv", "csv:", "oracle:x", "postgres://db/ledger", "mysql://app@db/ledger",
    "sqlite:ledger.db",
  ])
  func `is refused where it cannot be read from`(_ url: String) {
    #expect(failure(with: "ledger: { url: \"\(url)\" }")?.kind == .configuration)
  }

  @Test func `says that servers are not in this build yet`() {
    let found = complaints(with: "ledger: { url: 'postgres://db/ledger', passwordEnv: 'P' }")
    #expect(found.count == 1)
    #expect(found[0].contains("not in this build yet"))
  }

  @Test func `needs to know what to read of a database`() throws {
    #expect(try ledger("url: 'sqlite:a', query: 'SELECT 1'").query == "SELECT 1")
    #expect(try ledger("url: 'sqlite:a', preset: 'iap_order'").preset == .iapOrder)
    #expect(failure(with: "ledger: { url: 'sqlite:a', query: 'x', table: 'y' }") != nil)
    #expect(failure(with: "ledger: { url: 'csv:a', table: 'y' }") != nil)
  }

  @Test func `understands some states always`() {
    let found = complaints(with: "ledger: { states: { Granted: 'pending', x: 'done' } }")
    #expect(found.count == 2)
    #expect(found[0].contains("always understood"))
  }

  @Test func `names the column or zone probably meant`() {
    let found = complaints(
      with:
        "ledger: { columns: { transactionid: 'x' }, timeZone: 'Europe/Berln', scope: { a: [] } }")
    #expect(found.count == 3)
    #expect(found.contains { $0.contains("did you mean `transaction_id`?") })
    #expect(found.contains { $0.contains("did you mean `Europe/Berlin`?") })
  }

  @Test func `needs a name of its own in a list`() throws {
    let job = try job(with: "ledger: [{ name: 'a' }, { name: 'b', role: 'credits' }]")
    #expect(job.ledgers.map(\.name) == ["a", "b"])
    #expect(job.hasLedgerList)
    #expect(failure(with: "ledger: [{ name: 'a' }, { name: 'a' }]") != nil)
    #expect(failure(with: "ledger: [{}, { name: 'a' }]") != nil)
    #expect(failure(with: "ledger: [{ name: 'a:b' }]") != nil)
    #expect(try JobFileTests.job(with: "ledger: [{ name: 'a' }]").hasLedgerList)
  }
}

@Suite struct `the list of gaps` {
  private func gaps(_ text: String) throws(InputFailure) -> [Gap] {
    try GapsFile.parse(Array(text.utf8), path: "gaps.json")
  }

  @Test func `names what could not be seen`() throws {
    let gaps = try gaps(
      """
      [{"reason": "the store answered 401"},
       {"userId": 7, "productType": "Consumable", "transactionId": "43",
        "originalTransactionId": "40", "from": "2026-03-01T10:00:00Z", "to": 1772445600000,
        "reason": "half a page"},
       {"productType": "AUTO_RENEWABLE", "reason": "x"}]
      """)
    var second = Gap(reason: "half a page")
    second.userID = "7"
    second.productType = .consumable
    second.transactionID = "43"
    second.originalTransactionID = "40"
    second.from = Instant(milliseconds: 1_772_359_200_000)
    second.to = Instant(milliseconds: 1_772_445_600_000)
    #expect(gaps[0] == Gap(reason: "the store answered 401"))
    #expect(gaps[1] == second)
    #expect(gaps[2].productType == .autoRenewable)
    #expect(gaps.allSatisfy { $0.nature == .gap })
    #expect(try self.gaps("[]") == [])
  }

  @Test(arguments: [
    "", "{}", "[1]", "[{}]", #"[{"reason": ""}]"#, #"[{"reason": "x", "user": "1"}]"#,
    #"[{"reason": "x", "productType": "coins"}]"#, #"[{"reason": "x", "from": "2026-03-01"}]"#,
    #"[{"reason": "x", "from": 2000000000000, "to": 1900000000000}]"#,
    #"[{"reason": "x", "from": 1.5e12}]"#,
  ])
  func `is bad data where it cannot be read`(_ text: String) {
    do throws(InputFailure) {
      _ = try gaps(text)
      Issue.record("this was read")
    } catch {
      #expect(error.kind == .badData)
    }
  }
}
