import Curl
import Formats
import Records
import StandIn
import SQLite
import TestKit
import Testing

private let nextDay = clock.adding(milliseconds: Milliseconds.day)

/// A world of plain customers in a folder of its own.
private struct PlainWorld: ~Copyable {
  let place: TemporaryFolder
  let folder: StoreFolder

  init(customers: Int = 60, purchases: Int? = 3, oldestDays: Int64? = 1_000) throws {
    let place = try TemporaryFolder()
    let scenario = Scenario(
      stories: [], plainCustomers: customers, purchasesEach: purchases, oldestDays: oldestDays)
    folder = try StoreFolder.create(
      at: place.file("store"), .init(scenario: scenario, clock: clock))
    self.place = place
  }

  /// The rows of the ledger, as id and state.
  func rows() throws -> [String: String] {
    let statement = try Database(path: folder.ledgerPath, mode: .readOnly).prepare(
      "SELECT transaction_id, state, user_id FROM orders")
    var rows: [String: String] = [:]
    while try statement.step() {
      rows[statement.text(at: 0) ?? ""] =
        "\(statement.text(at: 1) ?? "") \(statement.text(at: 2) ?? "")"
    }
    return rows
  }

  /// What the store says of an id at its own moment.
  func lookUp(_ id: String, _ server: StandInServer) throws -> JSONObject? {
    let token = try folder.bearerToken(nowMilliseconds: nowMilliseconds())
    let answer = try ask("\(server.baseURL)/inApps/v1/transactions/\(id)", token)
    guard answer.status == 200 else { return nil }
    return try payload(
      of: try #require(try answer.object["signedTransactionInfo"]?.string))
  }
}

@Suite struct `a world that goes on` {
  @Test func `changes as many customers as were asked for, each once`() throws {
    let world = try PlainWorld()
    let advanced = try world.folder.advance(to: nextDay, changes: 40)
    #expect(advanced.changes.count == 40)
    #expect(Set(advanced.changes.map(\.customer)).count == 40)
    #expect(advanced.folder.identity.clock == nextDay)
    #expect(try StoreFolder(opening: world.folder.path).identity.clock == nextDay)
    let kinds = Dictionary(grouping: advanced.changes, by: \.kind).mapValues(\.count)
    #expect(kinds[.refund] == 12)
    #expect((kinds[.purchase] ?? 0) > 0 && (kinds[.newCustomer] ?? 0) > 0)
    #expect(advanced.changes.allSatisfy { $0.at > clock && $0.at < nextDay })
  }

  @Test func `shows every change, and none before its time`() throws {
    let world = try PlainWorld()
    let advanced = try world.folder.advance(to: nextDay, changes: 30)
    let before = try StandInServer(advanced.folder, clock: clock)
    let after = try StandInServer(advanced.folder)
    for change in advanced.changes {
      let old = try world.lookUp(change.transactionID, before)
      let new = try #require(try world.lookUp(change.transactionID, after))
      #expect((new["revocationDate"] != nil) == (change.kind == .refund))
      #expect((old != nil) == (change.kind == .refund))
      #expect(old?["revocationDate"] == nil)
      #expect(new["appTransactionId"]?.string == change.customer)
    }
  }

  @Test func `tells each change in a notification`() throws {
    let world = try PlainWorld()
    let advanced = try world.folder.advance(to: nextDay, changes: 15)
    let server = try StandInServer(advanced.folder)
    let token = try world.folder.bearerToken(nowMilliseconds: nowMilliseconds())
    let answer = try ask(
      "\(server.baseURL)/inApps/v1/notifications/history", token,
      body: "{\"startDate\":\(clock.milliseconds),\"endDate\":\(nextDay.milliseconds)}")
    let told = try #require(try answer.object["notificationHistory"]?.array).map { record in
      let sent = try payload(of: try #require(record.object?["signedPayload"]?.string))
      let content = try #require(sent["data"]?.object)
      return try payload(of: try #require(content["signedTransactionInfo"]?.string))
    }
    #expect(
      Set(told.compactMap { $0["transactionId"]?.string })
        == Set(advanced.changes.map(\.transactionID)))
  }

  @Test func `takes back a purchase of more than two years ago`() throws {
    let world = try PlainWorld()
    let advanced = try world.folder.advance(to: nextDay, changes: 5)
    let first = try #require(advanced.changes.first { $0.kind == .refund })
    #expect(first.purchaseDate < nextDay.adding(milliseconds: -730 * Milliseconds.day))
    let young = try PlainWorld(oldestDays: 100)
    let refunds = try young.folder.advance(to: nextDay, changes: 5).changes.filter {
      $0.kind == .refund
    }
    #expect(refunds.count == 2)
  }

  @Test func `renews what ends in the meantime`() throws {
    let world = try PlainWorld(customers: 300, oldestDays: 60)
    let month = clock.adding(milliseconds: 25 * Milliseconds.day)
    let advanced = try world.folder.advance(to: month, changes: 50)
    let renewals = advanced.changes.filter { $0.kind == .renewal }
    #expect(renewals.count == 10)
    for renewal in renewals {
      #expect(renewal.transactionID != renewal.originalTransactionID)
      #expect(renewal.purchaseDate == renewal.at)
    }
  }

  @Test func `leaves the ledger alone unless it is told`() throws {
    let world = try PlainWorld()
    let before = try world.rows()
    let kept = try world.folder.advance(to: nextDay, changes: 20)
    #expect(try world.rows() == before)
    let later = nextDay.adding(milliseconds: Milliseconds.day)
    let advanced = try kept.folder.advance(to: later, changes: 20, ledger: .update)
    let rows = try world.rows()
    for change in advanced.changes {
      let row = try #require(rows[change.transactionID])
      #expect(row.hasPrefix(change.kind == .refund ? "refunded " : "granted "))
    }
    let bought = advanced.changes.filter { $0.kind != .refund }
    #expect(rows.count == before.count + bought.count)
    // Bought by a user whom the ledger knew from before.
    let purchase = try #require(bought.first { $0.kind == .purchase })
    let user = try #require(rows[purchase.transactionID]?.split(separator: " ").last)
    #expect(before.values.contains { $0.hasSuffix(" \(user)") })
  }

  @Test func `is the same for the same seed, and never gives an id twice`() throws {
    let one = try PlainWorld()
    let other = try PlainWorld()
    let first = try one.folder.advance(to: nextDay, changes: 20, seed: 3)
    #expect(try other.folder.advance(to: nextDay, changes: 20, seed: 3).changes == first.changes)
    let later = nextDay.adding(milliseconds: Milliseconds.day)
    let second = try first.folder.advance(to: later, changes: 20, seed: 3)
    let made = (first.changes + second.changes).filter { $0.kind != .refund }
    #expect(Set(made.map(\.transactionID)).count == made.count)
    #expect(Set(made.map(\.transactionID)).isDisjoint(with: try one.rows().keys))
  }

  @Test func `refuses to go back, and more changes than customers`() throws {
    let world = try PlainWorld(customers: 3)
    #expect(throws: StandInFailure.self) { try world.folder.advance(to: clock, changes: 1) }
    #expect(throws: StandInFailure.self) { try world.folder.advance(to: nextDay, changes: 4) }
  }
}

@Suite struct `a large world` {
  @Test func `has so many purchases of each customer, some of them old`() throws {
    let world = try PlainWorld(customers: 20, purchases: 5, oldestDays: 2_000)
    let statement = try Database(path: world.folder.worldPath, mode: .readOnly).prepare(
      """
      SELECT customer, count(DISTINCT json_extract(payload, '$.originalTransactionId')), min(at)
      FROM versions GROUP BY customer
      """)
    var oldest = Int64.max
    var customers = 0
    while try statement.step() {
      customers += 1
      #expect(statement.integer(at: 1) == 5)
      oldest = min(oldest, statement.integer(at: 2) ?? .max)
    }
    #expect(customers == 20)
    #expect(oldest < clock.milliseconds - 1_000 * Milliseconds.day)
    #expect(oldest >= clock.milliseconds - 2_000 * Milliseconds.day)
  }
}
