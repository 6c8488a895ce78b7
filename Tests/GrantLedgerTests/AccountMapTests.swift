import GrantLedger
import Testing

@Suite struct `accounts and owners` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let rows = """
    transaction_id,user_id,product_id,state
    1,guest,p,granted
    2, guest ,p,granted
    3,u1,p,granted
    4,other,p,granted

    """

  private func settings(accounts: String? = nil, owners: String? = nil) throws -> LedgerSettings {
    var settings = LedgerSettings.csv(try folder.file("ledger.csv", Self.rows))
    if let accounts {
      settings.accounts = .csv(try folder.file("accounts.csv", "user_id,account\n" + accounts))
    }
    if let owners {
      settings.owners = .csv(try folder.file("owners.csv", "account_token,user_id\n" + owners))
    }
    return settings
  }

  @Test func `brings a user to the account it stands for and keeps the name`() throws {
    let reading = try Reading(settings(accounts: "guest,u1\n"))
    #expect(reading.rows.map(\.account) == ["u1", "u1", "u1", "other"])
    #expect(reading.rows.map(\.user) == ["guest", "guest", "u1", "other"])
  }

  @Test func `follows a chain of names to its end`() throws {
    let reading = try Reading(settings(accounts: "guest,b\nb,c\nc,u9\nu9,u9\n"))
    #expect(reading.rows[0].account == "u9")
  }

  @Test(arguments: ["guest,b\nb,guest\n", "x,guest\nguest,b\nb,c\nc,guest\n"])
  func `refuses a circle of names`(_ accounts: String) throws {
    let failure = Reading.failure(try settings(accounts: accounts))
    #expect(failure?.kind == .badData)
    #expect(failure?.message.contains("circle") == true)
  }

  @Test func `refuses a user with two accounts, and takes one said twice`() throws {
    let failure = Reading.failure(try settings(accounts: "guest,a\nguest,b\n"))
    #expect(failure?.kind == .badData)
    #expect(failure?.places.map(\.position) == [.line(3)])
    #expect(try Reading(settings(accounts: "guest,a\nguest,a\n")).rows[0].account == "a")
  }

  @Test func `refuses empty names and missing columns`() throws {
    #expect(Reading.failure(try settings(accounts: "guest,\n,b\n"))?.placeCount == 2)
    var other = try settings()
    other.accounts = .csv(try folder.file("accounts.csv", "user,account\n"))
    #expect(Reading.failure(other)?.message.contains("`user_id`") == true)
    other.accounts = .csv("\(folder.path)/none.csv")
    #expect(Reading.failure(other)?.kind == .unreachable)
    other.accounts = .csv(try folder.file("empty.csv", ""))
    #expect(Reading.failure(other)?.kind == .badData)
  }

  @Test func `names the canonical account behind a token, in lower case`() throws {
    let summary = try Reading(settings(accounts: "guest,u1\n", owners: "ABCD-1, guest\nef-2,u2\n"))
      .summary
    #expect(summary.owners == ["abcd-1": "u1", "ef-2": "u2"])
    let failure = Reading.failure(try settings(owners: "AB,u1\nab,u2\n"))
    #expect(failure?.kind == .badData)
  }

  @Test func `asks the ledger's own database by a query`() throws {
    let path = try folder.database(
      "ledger.db",
      """
      CREATE TABLE orders (transaction_id, user_id, product_id, state);
      INSERT INTO orders VALUES (1, 'guest', 'p', 'granted');
      CREATE TABLE bound (guest, account, token);
      INSERT INTO bound VALUES ('guest', 7, 'AB'), ('x', 8, 'CD');
      """)
    var settings = LedgerSettings.sqlite(path)
    settings.accounts = .query("SELECT guest AS user_id, account FROM bound")
    settings.owners = .query("SELECT token AS account_token, guest AS user_id FROM bound")
    let reading = try Reading(settings)
    #expect(reading.rows[0].account == "7")
    #expect(reading.summary.owners == ["ab": "7", "cd": "8"])
    settings.accounts = .query("SELECT nothing FROM bound")
    #expect(Reading.failure(settings)?.kind == .configuration)
  }

  @Test func `has no query for a file`() throws {
    var settings = try settings()
    settings.owners = .query("SELECT 1")
    #expect(Reading.failure(settings)?.kind == .configuration)
  }
}
