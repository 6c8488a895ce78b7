import Records
import Testing

@testable import StandIn

/// The chapters of a scenario with what was planted in them.
private func told(
  _ scenario: Scenario, seed: UInt64 = 1
) throws -> (chapters: [Chapter], key: AnswerKey) {
  var maker = WorldMaker(clock: clock, bundleID: DemoScenario.bundleID, seed: seed)
  var chapters: [Chapter] = []
  while let chapter = try maker.nextChapter(of: scenario) { chapters.append(chapter) }
  return (chapters, maker.answerKey)
}

@Suite struct `the world of the demo` {
  @Test func `is the same for the same seed and another for another`() throws {
    let first = try told(DemoScenario.scenario())
    let second = try told(DemoScenario.scenario())
    let other = try told(DemoScenario.scenario(), seed: 2)
    #expect(first.chapters == second.chapters)
    #expect(first.key.text == second.key.text)
    #expect(first.key.text != other.key.text)
    #expect(first.key.findings.map(\.kind) == other.key.findings.map(\.kind))
  }

  @Test func `has every kind that one ledger of orders can show`() throws {
    let key = try told(DemoScenario.scenario()).key
    #expect(
      Set(key.findings.map(\.kind)) == [
        "missed-delivery", "stuck-pending", "refund-without-revocation", "double-grant",
        "cross-account-grant", "refund-not-applied", "unknown-grant", "product-mismatch",
        "quantity-mismatch", "owner-mismatch", "environment-mismatch", "bundle-mismatch",
        "time-mismatch", "bad-ledger-row",
      ])
    #expect(key.traps.count >= 16)
  }

  @Test func `plants nothing in a trap`() throws {
    let key = try told(DemoScenario.scenario()).key
    let silentIDs = Set(key.traps.flatMap(\.transactionIDs))
    let silentRows = Set(key.traps.flatMap(\.rows))
    for finding in key.findings {
      #expect(!silentIDs.contains(finding.transactionID))
      #expect(silentRows.isDisjoint(with: finding.rows))
    }
  }

  @Test func `gives no id twice and no row twice`() throws {
    let chapters = try told(DemoScenario.scenario(plainCustomers: 500)).chapters
    var ids: Set<String> = []
    var rows: Set<Int64> = []
    var lineItems: [String: Set<Instant>] = [:]
    for chapter in chapters {
      let own = Set(chapter.versions.map(\.transaction.transactionID))
      #expect(ids.isDisjoint(with: own))
      ids.formUnion(own)
      for row in chapter.rows { #expect(rows.insert(row.rowID).inserted) }
      for version in chapter.versions {
        guard let item = version.transaction.lineItemID else { continue }
        lineItems[item, default: []].insert(version.transaction.purchaseDate)
      }
    }
    #expect(lineItems.values.allSatisfy { $0.count == 1 })
    #expect(rows.count == chapters.map(\.rows.count).reduce(0, +))
  }

  @Test func `does not change one story when another is added`() throws {
    let stories = DemoScenario.missedDeliveries
    let few = try told(Scenario(stories: Array(stories.prefix(3)))).chapters
    let more = try told(Scenario(stories: stories)).chapters
    #expect(few == Array(more.prefix(3)))
  }

  @Test func `has ids of the lengths that the store gives`() throws {
    for chapter in try told(DemoScenario.scenario()).chapters {
      for version in chapter.versions {
        let sale = version.transaction
        let length = sale.environment == .sandbox ? 16 : sale.isFamilyShared ? 18 : 15
        #expect(sale.transactionID.utf8.count == length)
      }
    }
  }

  @Test func `grants plain customers everything they bought, once`() throws {
    for chapter in try told(Scenario(stories: [], plainCustomers: 200)).chapters {
      #expect(chapter.planted.isEmpty)
      let bought = chapter.versions.map(\.transaction.transactionID)
      #expect(chapter.rows.map(\.transactionID) == bought)
      #expect(chapter.versions.allSatisfy { $0.at < clock })
    }
  }

  @Test func `lets some customers buy after the clock`() throws {
    let scenario = Scenario(stories: [], plainCustomers: 5, buyersTomorrow: 2)
    let late = try told(scenario).chapters.map { chapter in
      chapter.versions.count { $0.at > clock }
    }
    #expect(late == [1, 1, 0, 0, 0])
  }
}
