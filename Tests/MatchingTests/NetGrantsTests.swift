import Matching
import Records
import Specimens
import Testing

/// What stands after everything that gives and takes back.
@Suite struct `net grants` {
  @Test(arguments: [
    Sum("a row of a state counts itself", .state, [.granted], 1),
    Sum("a refunded state counts nothing and cancels nothing", .state, [.granted, .refunded], 1),
    Sum("pending, failed and withheld count nothing", .state, [.pending, .failed, .withheld], 0),
    Sum("a reversal cancels a grant", .events, [.granted, .refunded], 0),
    Sum("at most one", .events, [.granted, .granted, .refunded], 1),
    Sum("an earlier one", .events, [.refunded, .granted], 1),
    Sum("never below none", .events, [.granted, .refunded, .refunded], 0),
    Sum("given again after that", .events, [.granted, .refunded, .refunded, .granted], 1),
    Sum("a pending event is none", .events, [.pending, .refunded, .granted], 1),
  ])
  func `are added up`(_ sum: Sum) {
    let maker = sum.states.enumerated().reduce(Self.sold(sum.meaning)) { maker, event in
      maker.granted("1001") {
        $0.state = event.element
        $0.grantedAt = .noon.minus(hours: 24 - Int64(event.offset))
      }
    }
    maker.expectUnits(sum.count)
  }

  @Test func `go by the time granted, then the purchase time`() {
    let maker = Self.sold(.events)
      .granted("1001") {
        $0.purchaseTime = .noon.minus(hours: 2)
        $0.grantedAt = .noon.minus(hours: 9)
      }
      .takenBack("1001") { $0.purchaseTime = .noon.minus(hours: 8) }
    maker.expectUnits(0)
  }

  @Test func `put the grant first at equal times`() {
    Self.sold(.events).granted("1001").takenBack("1001").expectUnits(0)
  }

  @Test func `put a grant without a time first and a reversal without one last`() {
    Self.sold(.events).granted("1001") { $0.purchaseTime = nil }.takenBack("1001").expectUnits(0)
    Self.sold(.events).granted("1001").takenBack("1001") { $0.purchaseTime = nil }.expectUnits(0)
  }

  @Test func `are each user's own`() {
    let maker = Self.sold(.events).granted("1001", to: "u1").takenBack("1001", from: "u2")
    maker.expectUnits(1)
  }

  @Test func `are one for two users of one account`() {
    let maker = Self.sold(.events).granted("1001", to: "guest") { $0.account = "u2" }
      .takenBack("1001", from: "u2")
    maker.expectUnits(0)
  }

  @Test func `are each side's own`() {
    let maker = BookMaker(.init("orders", .orders, .events), .init("credits", .credits, .events))
      .sold("1001").granted("1001").granted("1001") { $0.ledger = 1 }
      .takenBack("1001") { $0.ledger = 1 }
    let group = maker.groups().first
    #expect(group?.orders(asOf: .noon).units == nil)
    #expect(group?.orders(asOf: .noon).grants.count == 1)
    #expect(group?.credits(asOf: .noon)?.grants.count == 0)
    #expect(group?.countingLeg(asOf: .noon).isEmpty == true)
  }

  @Test func `are a union over ledgers of one role`() {
    let maker = BookMaker(.init("shard-a"), .init("shard-b")).sold("1001")
      .granted("1001") { $0.key = "1" }
      .granted("1001") {
        $0.key = "1"
        $0.ledger = 1
      }
    maker.expectUnits(2)
    #expect(maker.groups().first?.rows.map(\.name) == ["shard-a:1", "shard-b:1"])
  }

  @Test(
    arguments: [
      ([nil], nil), ([3], 3), ([nil, nil], 2), ([2, nil], 3), ([0], 0), ([0, nil], nil), ([-1], 0),
    ] as [([Int32?], Int?)])
  func `count units`(_ quantities: [Int32?], _ units: Int?) {
    let maker = quantities.reduce(Self.sold(.state)) { maker, quantity in
      maker.granted("1001") { $0.quantity = quantity }
    }
    #expect(maker.groups().first?.orders(asOf: .noon).units == units)
  }

  @Test func `leave out rows newer than the as-of, but not those at it`() {
    let maker = Self.sold(.state).granted("1001") { $0.grantedAt = .noon }
      .granted("1001") { $0.grantedAt = .noon.plus(milliseconds: 1) }
    maker.expectUnits(1)
  }

  @Test func `leave in rows whose time is no time`() {
    let maker = Self.sold(.state).granted("1001") {
      $0.grantedAt = Instant(milliseconds: Instant.noon.milliseconds * 1_000)
    }
    maker.expectUnits(1)
  }

  private static func sold(_ meaning: RowMeaning) -> BookMaker {
    BookMaker(.init("ledger", .orders, meaning)).sold("1001")
  }

  struct Sum: Sendable, CustomStringConvertible {
    let description: String
    let meaning: RowMeaning
    let states: [GrantState]
    let count: Int

    init(_ reason: String, _ meaning: RowMeaning, _ states: [GrantState], _ count: Int) {
      description = reason
      self.meaning = meaning
      self.states = states
      self.count = count
    }
  }
}

extension BookMaker {
  fileprivate func expectUnits(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    for order in everyOrder {
      let leg = order.groups().first?.orders(asOf: .noon)
      #expect(leg?.grants.count == count, sourceLocation: sourceLocation)
    }
  }
}
