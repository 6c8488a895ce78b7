import Matching
import Records
import Specimens
import Testing

/// Rows that no purchase explains, and rows that are none.
@Suite struct `an unexplained row` {
  @Test func `stands if no later event of its side takes it back`() {
    let maker = BookMaker(.init("orders", .orders, .events), .init("credits", .credits, .events))
      .granted("5").granted("5") { $0.ledger = 1 }.takenBack("5") { $0.ledger = 1 }
      .granted("6").takenBack("6", from: "u2").granted("").takenBack("")
    for order in [maker, maker.with { $0.rows.reverse() }] {
      let match = order.match()
      let standing = match.unexplainedRows.filter { match.isStanding(Int($0)) }
        .flatMap { match.group(ofRow: Int($0)).rows }
      #expect(standing.map(\.idAsFound).sorted() == ["", "5", "6"])
      #expect(standing.map(\.ledger) == ["orders", "orders", "orders"])
    }
  }

  @Test func `of a state stands by itself`() {
    let match = BookMaker().granted("5").takenBack("5").match()
    #expect(match.unexplainedRows.filter { match.isStanding(Int($0)) }.count == 1)
  }

  @Test(arguments: [
    RowChange("the same key and content", true) { _ in },
    RowChange("another key", false) { $0.key = "2" }, RowChange("no key", false) { $0.key = "" },
    RowChange("another state", false) { $0.state = .refunded },
    RowChange("another user", false) { $0.user = "u2" },
    RowChange("another amount", false) { $0.amount = 1 },
    RowChange("another time", false) { $0.grantedAt = .noon },
  ])
  func `read twice is one`(_ row: RowChange) {
    let maker = BookMaker().sold("1001").granted("1001").granted("1001") {
      $0.key = "1"
      row.change(&$0)
    }
    #expect(maker.groups().first?.rows.count == (row.holds ? 1 : 2))
  }

  @Test func `of two ledgers is two, whatever its key`() {
    let maker = BookMaker(.init("shard-a"), .init("shard-b")).granted("5") { $0.key = "1" }
      .granted("5") {
        $0.key = "1"
        $0.ledger = 1
      }
    #expect(maker.match().unexplainedRows.count == 2)
  }
}

/// What stands beside a purchase without a row.
@Suite struct `beside a missed delivery` {
  @Test(arguments: [
    Beside("a hand-made row an hour before it", "manual-1", -60, .fix),
    Beside("longer before", "manual-1", -61, nil),
    Beside("a fortnight after", "manual-1", 14 * 24 * 60, .fix),
    Beside("longer after", "manual-1", 14 * 24 * 60 + 1, nil),
    Beside("a row that may be another purchase's", "5", 0, nil),
  ])
  func `is named`(_ beside: Beside) {
    beside.expect(BookMaker().sold("1001") { $0.date = .noon.minus(days: 20) }, .noon)
  }

  @Test(arguments: [
    Beside("of the owner", "manual-1", 0, .fix) { $0.user = "u1" },
    Beside("of somebody else", "manual-1", 0, nil) { $0.user = "u2" },
    Beside("of another product", "manual-1", 0, nil) { $0.product = "coins.500" },
    Beside("taken back", "manual-1", 0, nil) { $0.state = .refunded },
    Beside("an order of the owner that waits without an id", "", 0, .order) { $0.state = .pending },
    Beside("an order of somebody else", "", 0, nil) {
      $0.state = .pending
      $0.user = "u2"
    },
    Beside("an order with an id", "5", 0, nil) { $0.state = .pending },
  ])
  func `is named by its owner`(_ beside: Beside) {
    let owners = Circumstances.noon { $0.owners = ["a-token": "u1"] }
    let maker = BookMaker().sold("1001") {
      $0.date = .noon.minus(days: 20)
      $0.token = "a-token"
    }
    beside.expect(maker, owners)
  }

  @Test(arguments: [
    Beside("of its chain", "5", 0, .unseen) { $0.original = "1001" },
    Beside("of its owner", "5", 0, .unseen),
    Beside("of neither", "5", 0, nil) { $0.user = "u2" },
    Beside("whose id is none", "manual-1", 0, .fix),
  ])
  func `waits for a row that could not be checked`(_ beside: Beside) {
    let blind = Circumstances.noon {
      $0.owners = ["a-token": "u1"]
      $0.gaps = [Gap(reason: "a failed page")]
    }
    let maker = BookMaker().sold("1001") {
      $0.date = .noon.minus(days: 20)
      $0.token = "a-token"
    }
    beside.expect(maker, blind)
  }

  @Test(arguments: [(Int64(60_000), "1001"), (60_001, nil), (0, "1001")] as [(Int64, String?)])
  func `a second charge within a minute is noticed`(_ milliseconds: Int64, _ other: String?) {
    let maker = BookMaker().sold("1001") { $0.date = .noon.minus(days: 1) }
      .sold("1002") { $0.date = .noon.minus(days: 1).plus(milliseconds: milliseconds) }
      .granted("1001").granted("1002")
    for order in maker.everyOrder {
      #expect(order.groups().map(\.neighbours.repeatOf) == [nil, other])
    }
  }

  /// A row beside a purchase of twenty days ago, and what it may be.
  struct Beside: Sendable, CustomStringConvertible {
    enum Role: Sendable { case fix, order, unseen }

    let description: String
    let row: Row
    let role: Role?

    init(
      _ words: String, _ id: String, _ minutes: Int64, _ role: Role?,
      _ change: (inout Row) -> Void = { _ in }
    ) {
      description = words
      self.role = role
      var row = Row(id, to: "u1", "coins.100")
      row.key = "7"
      row.grantedAt = .noon.minus(days: 20).plus(minutes: minutes)
      change(&row)
      self.row = row
    }

    func expect(_ maker: BookMaker, _ given: Circumstances) {
      var circumstances = given
      circumstances.isStoreComplete = true
      let neighbours = maker.with { $0.rows = [row] }.groups(circumstances).first?.neighbours
      #expect(neighbours?.possibleFixes == (role == .fix ? ["7"] : []))
      #expect(neighbours?.likelyOrders == (role == .order ? ["7"] : []))
      #expect(neighbours?.uncheckableRows == (role == .unseen ? ["7"] : []))
    }
  }
}
