import Matching
import Reconciliation
import Records
import Rules
import Specimens
import Testing

/// Where each record and each row ends up: in one class.
@Suite struct `classes` {
  @Test(arguments: Sorted.ofPurchases)
  func `of records`(_ example: Sorted) {
    #expect(example.outcome?.totals.store.counts == example.store)
    #expect(example.outcome?.totals.isBalanced == true)
  }

  @Test(arguments: Sorted.ofPurchases + Sorted.ofRows)
  func `of rows`(_ example: Sorted) {
    #expect(example.outcome?.totals.ledger.counts == example.ledger)
    #expect(example.outcome?.totals.isBalanced == true)
  }

  @Test func `have money by currency, the sum of the prices as they stand`() {
    let outcome = BookMaker().sold("1001").sold("1002").sold("1003") { $0.currency = "JPY" }
      .sold("1004") { $0.price = nil }.granted("1001") { $0.amount = 700 }.granted("1003")
      .outcome()
    let money = outcome.map { outcome in
      outcome.totals.store.money.map { (outcome.texts.string($0.key), $0.value) }
        .sorted { $0.0 < $1.0 }
    }
    #expect(money?.map(\.0) == ["JPY", "USD"])
    #expect(money?.map(\.1) == [[.matched: 990], [.matched: 990, .missed: 990]])
    #expect(outcome?.totals.ledger.money.values.map(\.self) == [[.matched: 700]])
  }

  @Test func `do not stop at an absurd price`() {
    let outcome = BookMaker().sold("1001") { $0.price = .max }.sold("1002") { $0.price = .max }
      .granted("1001").granted("1001").granted("1001") { $0.quantity = .max }.outcome()
    #expect(outcome?.totals.isBalanced == true)
    #expect(outcome?.findings.map(\.amount?.milliunits) == [.max, nil])
  }
}

@Suite struct `hostile times` {
  @Test(arguments: [Int64.min + 1, -1, 0, 1, .max])
  func `stop no run`(_ milliseconds: Int64) {
    let time = Instant(milliseconds: milliseconds)
    let maker = BookMaker().sold("1001") { $0.date = time }.sold("1002").granted("1001") {
      $0.purchaseTime = time
      $0.grantedAt = time
      $0.expiresAt = time
    }.granted("1002").renewed("1003", of: "1003") {
      $0.date = time
      $0.expires = time
      $0.revoked = time
      $0.originalDate = time
    }.granted("5") { $0.purchaseTime = time }
    for subscriptions in [SubscriptionRows.perPeriod, .entitlement] {
      let outcome = maker.outcome(.noon { $0.rules.subscriptions = subscriptions })
      #expect(outcome?.totals.isBalanced == true)
    }
  }
}

/// A small book and the classes of its records and rows.
struct Sorted: Sendable, CustomStringConvertible {
  let description: String
  let store: [StoreClass: Int]
  let ledger: [LedgerClass: Int]
  let maker: BookMaker
  let circumstances: Circumstances

  var outcome: Outcome? { maker.outcome(circumstances) }

  init(
    _ words: String, _ store: [StoreClass: Int], _ ledger: [LedgerClass: Int],
    _ maker: BookMaker, _ change: (inout Circumstances) -> Void = { _ in }
  ) {
    description = words
    self.store = store
    self.ledger = ledger
    self.maker = maker
    circumstances = .noon {
      $0.isStoreComplete = true
      change(&$0)
    }
  }

  private static let sold = BookMaker().sold("1001")
  private static let sides = BookMaker(.init("orders"), .init("credits", .credits)).sold("1001")

  static let ofPurchases: [Sorted] = [
    Sorted("a plain purchase", [.matched: 1], [.matched: 1], sold.granted("1001")),
    Sorted("nothing granted", [.missed: 1], [:], sold),
    Sorted("an order that waits", [.missed: 1], [.pending: 1], sold.granted("1001", .pending)),
    Sorted("an order that failed", [.missed: 1], [.failed: 1], sold.granted("1001", .failed)),
    Sorted("taken back", [.missed: 1], [.reversal: 1], sold.takenBack("1001")),
    Sorted("held back", [.inFlight: 1], [.withheld: 1], sold.granted("1001", .withheld)),
    Sorted("a fresh one", [.inFlight: 1], [:], fresh),
    Sorted("a row that is newer", [.inFlight: 1], [.inFlight: 1], sold.granted("1001", newer)),
    Sorted("one that waits for the app", [.inFlight: 1], [:], sold) {
      $0.rules.delivery = .client
    },
    Sorted(
      "granted twice", [.matched: 1], [.matched: 1, .extra: 1],
      sold.granted("1001").granted("1001")),
    Sorted(
      "granted to two", [.matched: 1], [.matched: 1, .extra: 1],
      sold.granted("1001").granted("1001", to: "u2")),
    Sorted("revoked", [.revoked: 1], [.matched: 1], revoked.granted("1001")),
    Sorted("revoked and taken back", [.revoked: 1], [.reversal: 1], revoked.takenBack("1001")),
    Sorted("upgraded, never granted", [.superseded: 1], [:], upgraded),
    Sorted("upgraded, granted", [.matched: 1], [.matched: 1], upgraded.granted("1001", month)),
    Sorted(
      "a family copy", [.excluded: 1], [:],
      BookMaker().sold("1001") { $0.ownership = .familyShared }),
    Sorted(
      "a test, granted as one", [.otherEnvironment: 1], [.otherEnvironment: 1],
      test.granted("1001") { $0.environment = "Sandbox" }),
    Sorted(
      "a test, granted as real", [.otherEnvironment: 1], [.otherEnvironment: 1],
      test.granted("1001")),
    Sorted("another app's, granted", [.otherBundle: 1], [.unknown: 1], otherApp.granted("1001")),
    Sorted("another app's", [.otherBundle: 1], [:], otherApp),
    Sorted(
      "a contradiction", [.conflicting: 1, .olderState: 1], [.couldNotCheck: 1],
      conflict.granted("1001")),
    Sorted(
      "seen again", [.matched: 1, .duplicate: 1], [.matched: 1], sold.sold("1001").granted("1001")),
    Sorted(
      "an earlier state", [.revoked: 1, .olderState: 1], [:],
      revoked.sold("1001") { $0.stated = .noon.minus(days: 9) }),
    Sorted(
      "two ids", [.matched: 1, .alias: 1], [.matched: 1],
      unlock.granted("1001", to: "u1", "pro.lifetime")),
    Sorted("bought outside the window", [.excluded: 1], [.excluded: 1], sold.granted("1001")) {
      $0.window = Window(start: .noon, end: nil)
    },
    Sorted("refunded inside the window", [.revoked: 1], [.matched: 1], revoked.granted("1001")) {
      $0.window = Window(start: .noon.minus(days: 1), end: nil)
    },
    Sorted("one side only", [.missed: 1], [.matched: 1], sides.granted("1001")),
    Sorted(
      "two sides", [.matched: 1], [.matched: 2],
      sides.granted("1001").granted("1001") { $0.ledger = 1 }),
    Sorted("a refused record", [.couldNotCheck: 1], [:], BookMaker().refusing("1001")),
  ]

  static let ofRows: [Sorted] = [
    Sorted("unknown to the store", [:], [.unknown: 1], BookMaker().granted("5")),
    Sorted("no id", [:], [.bad: 1], BookMaker().granted("")),
    Sorted(
      "out of scope", [:], [.excluded: 1], BookMaker().granted("5") { $0.isOutOfScope = true }),
    Sorted(
      "read twice", [:], [.unknown: 1, .duplicate: 1],
      BookMaker().granted("5").granted("5") { $0.key = "1" }),
    Sorted("in a gap", [:], [.couldNotCheck: 1], BookMaker().granted("5")) {
      $0.gaps = [Gap(reason: "a failed page")]
    },
    Sorted(
      "of a refused record", [.couldNotCheck: 1], [.couldNotCheck: 1],
      BookMaker().refusing("5").granted("5")),
    Sorted(
      "of a refused record, taken back", [.couldNotCheck: 1], [.reversal: 1],
      BookMaker().refusing("5").takenBack("5")),
    Sorted("reversed", [:], [.reversal: 2], events.granted("5").takenBack("5")),
    Sorted("newer", [:], [.inFlight: 1], BookMaker().granted("5", newer)),
    Sorted(
      "in another environment", [:], [.otherEnvironment: 1],
      BookMaker().granted("5") { $0.environment = "Sandbox" }),
    Sorted("outside the window", [:], [.excluded: 1], BookMaker().granted("5")) {
      $0.window = Window(start: .noon, end: nil)
    },
  ]

  private static let events = BookMaker(.init("ledger", .orders, .events))
  private static let fresh = BookMaker().sold("1001") { $0.date = .noon.minus(minutes: 59) }
  private static let revoked = BookMaker().sold("1001") { $0.revoked = .noon.minus(hours: 9) }
  private static let upgraded = BookMaker().renewed("1001", of: "1001") { $0.isUpgraded = true }
  private static let test = BookMaker().sold("1001") { $0.environment = "Sandbox" }
  private static let otherApp = BookMaker().sold("1001") { $0.bundle = "com.example.other" }
  private static let conflict = sold.sold("1001") { $0.price = 1_990 }
  private static let unlock = ["1001", "1002"].reduce(BookMaker()) { maker, id in
    maker.sold(id, "pro.lifetime") {
      $0.type = .nonConsumable
      $0.original = "1001"
    }
  }
  private static let newer: @Sendable (inout Row) -> Void = {
    $0.grantedAt = .noon.plus(seconds: 1)
  }
  private static let month: @Sendable (inout Row) -> Void = { $0.product = "gold.monthly" }
}

extension BookMaker {
  fileprivate func granted(_ id: String, _ state: GrantState) -> BookMaker {
    granted(id) { $0.state = state }
  }

  fileprivate func granted(_ id: String, _ change: (inout Row) -> Void) -> BookMaker {
    granted(id, to: "u1", "coins.100", change)
  }
}
