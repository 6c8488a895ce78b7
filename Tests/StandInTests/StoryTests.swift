import Records
import Testing

@testable import StandIn

private func chapter(_ steps: [Step], silentBecause: String? = nil) throws -> Chapter {
  var teller = StoryTeller(
    Story("specimen", silentBecause: silentBecause, steps), number: 1, seed: 1, clock: clock,
    bundleID: "com.example.game", firstRowID: 7)
  return try teller.tell()
}

@Suite struct `a story` {
  @Test func `gives a renewal the same chain and a line item of its own`() throws {
    let told = try chapter([
      .buy("first", .goldMonthly, ago: .days(40)), .renew("second", of: "first"),
    ])
    let first = told.versions[0].transaction
    let second = told.versions[1].transaction
    #expect(second.originalTransactionID == first.transactionID)
    #expect(second.purchaseDate == first.expiresDate)
    #expect(second.lineItemID != first.lineItemID)
    #expect(second.isRenewal && !first.isRenewal)
    #expect(told.notifications.map(\.type) == ["SUBSCRIBED", "DID_RENEW"])
  }

  @Test func `gives a twin another id and nothing else`() throws {
    let told = try chapter([
      .buy("first", .goldMonthly, ago: .days(4)), .twin("again", of: "first", isListed: false),
    ])
    var twin = told.versions[1].transaction
    #expect(twin.transactionID != told.versions[0].transaction.transactionID)
    twin.transactionID = told.versions[0].transaction.transactionID
    #expect(twin == told.versions[0].transaction)
    #expect(!told.versions[1].isListed)
  }

  @Test func `dates a restore by the restore and by the first purchase`() throws {
    let told = try chapter([
      .buy("pass", .seasonPass, ago: .days(9)),
      .restore("again", of: "pass", ago: .hours(5)),
    ])
    let restored = told.versions[1].transaction
    #expect(restored.originalTransactionID == told.versions[0].transaction.transactionID)
    #expect(restored.originalPurchaseDate == told.versions[0].transaction.purchaseDate)
    #expect(restored.purchaseDate == clock.adding(milliseconds: -5 * Milliseconds.hour))
  }

  @Test func `refunds every id of a purchase, and reverses it again`() throws {
    let told = try chapter([
      .buy("first", .goldMonthly, ago: .days(4)), .twin("again", of: "first", isListed: true),
      .refund(of: "again", ago: .days(1)), .reverseRefund(of: "first", ago: .hours(2)),
    ])
    #expect(told.versions.count { $0.transaction.revocation != nil } == 2)
    #expect(told.versions.suffix(2).allSatisfy { $0.transaction.revocation == nil })
    #expect(told.notifications.map(\.type) == ["SUBSCRIBED", "REFUND", "REFUND_REVERSED"])
  }

  @Test func `names the lowest id and every row of a planted purchase`() throws {
    let told = try chapter([
      .buy("first", .goldMonthly, ago: .days(4)), .twin("again", of: "first", isListed: true),
      .grant("again"), .grant("first"), .plant("double-grant", on: "again"),
    ])
    let lowest = told.versions[0].transaction.transactionID
    #expect(
      told.planted == [
        PlantedFinding(kind: "double-grant", transactionID: lowest, rows: ["7", "8"])
      ])
  }

  @Test func `names the id of a row as it was found`() throws {
    let told = try chapter([
      .row("bad", .coins100, ago: .days(1), id: .text("4.3E+14")),
      .row("none", .coins100, ago: .days(1), id: .absent),
      .plantRow("bad-ledger-row", row: "bad"), .plantRow("bad-ledger-row", row: "none"),
    ])
    #expect(told.planted.map(\.transactionID) == ["4.3E+14", ""])
    #expect(told.rows.map(\.transactionID) == ["4.3E+14", nil])
  }

  @Test func `keeps ids in their own order, the shorter first`() {
    let findings = ["100", "99", "1000", "98"].map {
      PlantedFinding(kind: "x", transactionID: $0, rows: [])
    }
    #expect(findings.sorted().map(\.transactionID) == ["98", "99", "100", "1000"])
  }

  @Test func `refuses a label that nothing has`() {
    #expect(throws: ScenarioFailure.unknownLabel(story: "specimen", label: "nothing")) {
      try chapter([.grant("nothing")])
    }
    #expect(throws: ScenarioFailure.labelTwice(story: "specimen", label: "a")) {
      try chapter([.buy("a", .coins100, ago: .days(1)), .buy("a", .coins100, ago: .days(1))])
    }
    #expect(throws: ScenarioFailure.noPeriod(story: "specimen", label: "a")) {
      try chapter([.buy("a", .coins100, ago: .days(1)), .renew("b", of: "a")])
    }
  }

  @Test(
    arguments: [
      ("3d", 259_200_000), ("1h30m", 5_400_000), ("-2m", -120_000), ("0s", 0), ("d", nil),
      ("3", nil),
      ("", nil), ("-", nil), ("3w", nil),
    ] as [(String, Int64?)])
  func `reads lengths of time`(_ text: String, _ expected: Int64?) {
    #expect(Ago(text: text)?.milliseconds == expected)
  }
}

@Suite struct `a payload` {
  @Test func `is read back as it was written`() throws {
    let scenario = DemoScenario.scenario(plainCustomers: 30)
    var maker = WorldMaker(clock: clock, bundleID: DemoScenario.bundleID, seed: 1)
    var count = 0
    while let chapter = try maker.nextChapter(of: scenario) {
      for version in chapter.versions {
        let payload = version.transaction.payload
        #expect(SoldTransaction(reading: payload)?.payload == payload)
        count += 1
      }
    }
    #expect(count > 100)
    #expect(SoldTransaction(reading: "{}") == nil)
  }
}
