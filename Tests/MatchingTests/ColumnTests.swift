import Matching
import Records
import Specimens
import Testing

/// What holds for a ledger as a whole is one message instead of a list.
@Suite struct `a column` {
  @Test(arguments: [
    (20, 10, true), (19, 19, false), (20, 9, false), (40, 20, true), (40, 19, false),
  ])
  func `of impossible times is told once`(_ rows: Int, _ wrong: Int, _ isTold: Bool) {
    let maker = Self.ledger(rows, wrong) { $0.purchaseTime = Instant(milliseconds: 1_772_000_000) }
    #expect(maker.match().messages.contains { $0.contains("look at the column's unit") } == isTold)
    #expect(
      maker.groups().map(\.neighbours.isTimeColumnWrong) == Array(repeating: isTold, count: rows))
  }

  @Test(arguments: [(20, 10, true), (19, 19, false), (20, 9, false), (40, 20, true)])
  func `of local times is told once`(_ rows: Int, _ wrong: Int, _ isTold: Bool) {
    let maker = Self.ledger(rows, wrong) { $0.purchaseTime = $0.purchaseTime?.plus(hours: 8) }
    let messages = maker.match().messages
    #expect(messages.contains { $0.contains("shifted by 480 minutes") } == isTold)
    #expect(maker.groups().allSatisfy { !$0.neighbours.isTimeColumnWrong })
  }

  @Test func `of times that are merely late is fine`() {
    let late = Self.ledger(40, 40) { row in
      row.purchaseTime = row.purchaseTime?.plus(minutes: Int64(row.key) ?? 0)
    }
    #expect(late.match().messages == [])
  }

  @Test func `is one ledger's own`() {
    let maker = (1...20).reduce(BookMaker(.init("good"), .init("bad"))) { maker, number in
      maker.sold("\(1000 + number)").sold("\(2000 + number)").granted("\(1000 + number)")
        .granted("\(2000 + number)") {
          $0.ledger = 1
          $0.purchaseTime = Instant(milliseconds: 1)
        }
    }
    let messages = maker.match().messages
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("ledger bad: 20 of 20") == true)
  }

  @Test(arguments: [(20, 10, true), (19, 19, false), (20, 9, false), (40, 20, true)])
  func `of reversed environments is told once`(_ rows: Int, _ wrong: Int, _ isTold: Bool) {
    let maker = Self.ledger(rows, 0) { _ in }.with { maker in
      for place in maker.rows.indices {
        maker.rows[place].environment = place < wrong ? "Sandbox" : "Production"
      }
    }
    #expect(maker.match().messages.contains { $0.contains("environment") } == isTold)
    let ties = maker.groups().flatMap(\.rows).map(\.tie)
    #expect(ties.contains(.otherEnvironment) == !isTold)
  }

  @Test func `of environments is not reversed where test purchases were granted as real`() {
    let maker = Self.ledger(40, 0) { _ in }.with { maker in
      for place in maker.rows.indices {
        maker.rows[place].environment = "Production"
        maker.sales[place].environment = "Sandbox"
      }
    }
    #expect(maker.match().messages == [])
    #expect(maker.groups().flatMap(\.rows).allSatisfy { $0.tie == .otherEnvironment })
  }

  /// So many purchases with a row each, of which so many are changed.
  private static func ledger(
    _ rows: Int, _ wrong: Int, _ change: (inout Row) -> Void
  ) -> BookMaker {
    (0..<rows).reduce(BookMaker()) { maker, number in
      maker.sold("\(1000 + number)").granted("\(1000 + number)") { row in
        if number < wrong { change(&row) }
      }
    }
  }
}

@Suite struct `the shape of a ledger` {
  @Test(arguments: [(20, true), (19, false)])
  func `is no list of periods where rows repeat the original id`(_ chains: Int, _ isTold: Bool) {
    let maker = Self.chains(chains) {
      $0.granted($1, to: "u1", "gold.monthly").granted($1, to: "u1", "gold.monthly")
    }
    maker.expectShape(isTold)
  }

  @Test(arguments: [(20, 11, true), (20, 10, false)])
  func `is one where most chains do not repeat it`(_ chains: Int, _ wrong: Int, _ isTold: Bool) {
    var left = wrong
    let maker = Self.chains(chains) { maker, original in
      left -= 1
      let renewal = left >= 0 ? original : "\(original)1"
      return maker.granted(original, to: "u1", "gold.monthly").granted(
        renewal, to: "u1", "gold.monthly")
    }
    maker.expectShape(isTold)
  }

  @Test(arguments: [(20, true), (19, false)])
  func `is no list of periods where no chain has a second row`(_ chains: Int, _ isTold: Bool) {
    Self.chains(chains) { $0.granted($1, to: "u1", "gold.monthly") }.expectShape(isTold)
  }

  @Test func `is one where a single chain has a second row`() {
    var number = 0
    let maker = Self.chains(20) { maker, original in
      number += 1
      let one = maker.granted(original, to: "u1", "gold.monthly")
      return number == 7 ? one.granted("\(original)1", to: "u1", "gold.monthly") : one
    }
    maker.expectShape(false)
  }

  @Test func `is not known where there is no row at all`() {
    Self.chains(20) { maker, _ in maker }.expectShape(false)
  }

  @Test func `is not looked for where the job says entitlement`() {
    let maker = Self.chains(20) { $0.granted($1, to: "u1", "gold.monthly") }
    #expect(maker.match(.noon { $0.rules.subscriptions = .entitlement }).messages == [])
  }

  /// So many chains of two periods, with what the ledger keeps of each.
  private static func chains(
    _ count: Int, _ rows: (BookMaker, String) -> BookMaker
  ) -> BookMaker {
    (0..<count).reduce(BookMaker()) { maker, number in
      let original = "\(1000 + number)"
      return rows(
        maker.renewed(original, of: original, daysAgo: 32)
          .renewed("\(original)1", of: original, daysAgo: 2), original)
    }
  }
}

extension BookMaker {
  fileprivate func expectShape(
    _ isTold: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let told = match().messages.contains { $0.contains("looks like `entitlement`") }
    #expect(told == isTold, sourceLocation: sourceLocation)
    #expect(
      groups().map(\.isShapeUnknown) == Array(repeating: isTold, count: sales.count),
      sourceLocation: sourceLocation)
  }
}
