import Matching
import Reconciliation
import Records
import Rules
import Specimens
import Testing

/// A ledger that keeps one row a subscription, with the time its access ends.
@Suite struct `a table of access ends` {
  static let job = Circumstances.noon {
    $0.rules.subscriptions = .entitlement
    $0.isStoreComplete = true
  }

  @Test(arguments: [
    Access("right", end: .noon.plus(days: 28), .granted, [], [.matched: 2], [.matched: 1]),
    Access(
      "too long", end: .noon.plus(days: 60), .granted, [.entitlementTooLong], [.matched: 2],
      [.matched: 1]),
    Access("too short", end: .noon, .granted, [.entitlementTooShort], [.matched: 2], [.matched: 1]),
    Access(
      "perhaps in grace", end: .noon.plus(days: 40), .granted, [.unverifiable], [.matched: 2],
      [.couldNotCheck: 1]),
    Access("of no end", end: nil, .granted, [.unverifiable], [.matched: 2], [.couldNotCheck: 1]),
    Access(
      "that waits", end: nil, .pending, [.stuckPending], [.missed: 1, .excluded: 1], [.pending: 1]),
    Access(
      "taken back", end: nil, .refunded, [.refundWithoutRevocation], [.missed: 1, .excluded: 1],
      [.reversal: 1]),
    Access("held back", end: nil, .withheld, [], [.inFlight: 1, .excluded: 1], [.withheld: 1]),
  ])
  func `has a row`(_ access: Access) {
    let outcome = Self.chain.granted("1001", to: "u1", "gold.monthly") {
      $0.expiresAt = access.end
      $0.state = access.state
    }.outcome(Self.job)
    #expect(outcome?.findings.map(\.kind) == access.kinds)
    #expect(outcome?.totals.store.counts == access.store)
    #expect(outcome?.totals.ledger.counts == access.ledger)
    #expect(outcome?.totals.isBalanced == true)
  }

  @Test func `lacks a chain that gives access now, which is one missed delivery`() {
    let outcome = Self.chain.outcome(Self.job)
    #expect(outcome?.findings.map(\.kind) == [.missedDelivery])
    #expect(outcome?.findings.first?.transactionIDs == ["1001", "1002"])
    #expect(outcome?.totals.store.counts == [.missed: 1, .excluded: 1])
  }

  @Test func `lacks a chain whose access is over, and that is fine`() {
    let outcome = BookMaker().renewed("1001", of: "1001", daysAgo: 32).outcome(Self.job)
    #expect(outcome?.findings == [])
    #expect(outcome?.totals.store.counts == [.excluded: 1])
  }

  @Test func `lacks a chain in its grace period, which gives access`() {
    let outcome = BookMaker().renewed("1001", of: "1001", daysAgo: 32)
      .renewing("1001", graceUntil: .noon.plus(days: 5)).outcome(Self.job)
    #expect(outcome?.findings.map(\.kind) == [.missedDelivery])
  }

  @Test func `names a contradiction and keeps quiet about the access`() {
    let maker = Self.chain.renewed("1002", of: "1001") { $0.price = 5 }
      .granted("1001", to: "u1", "gold.monthly") { $0.expiresAt = .noon.plus(days: 99) }
    #expect(maker.outcome(Self.job)?.findings.map(\.kind) == [.conflictingStoreRecord])
  }

  @Test func `says too long after a refund, not refund-not-applied`() {
    let maker = BookMaker().renewed("1001", of: "1001") { $0.revoked = .noon.minus(days: 1) }
      .granted("1001", to: "u1", "gold.monthly") { $0.expiresAt = .noon.plus(days: 28) }
    #expect(maker.outcome(Self.job)?.findings.map(\.kind) == [.entitlementTooLong])
  }

  @Test func `judges what is no subscription as ever`() {
    let outcome = BookMaker().sold("1001").sold("1002").granted("1001").granted("1001")
      .outcome(Self.job)
    #expect(outcome?.findings.map(\.kind) == [.missedDelivery, .doubleGrant])
  }

  private static let chain = BookMaker().renewed("1001", of: "1001", daysAgo: 32)
    .renewed("1002", of: "1001", daysAgo: 2)

  /// The state and end of a row, and what is then said.
  struct Access: Sendable, CustomStringConvertible {
    let description: String
    let end: Instant?
    let state: GrantState
    let kinds: [FindingKind]
    let store: [StoreClass: Int]
    let ledger: [LedgerClass: Int]

    init(
      _ words: String, end: Instant?, _ state: GrantState, _ kinds: [FindingKind],
      _ store: [StoreClass: Int], _ ledger: [LedgerClass: Int]
    ) {
      description = words
      self.end = end
      self.state = state
      self.kinds = kinds
      self.store = store
      self.ledger = ledger
    }
  }
}

@Suite struct `a ledger that does not keep periods` {
  @Test func `is one message and could not be checked, not a list`() {
    let maker = (0..<20).reduce(BookMaker()) { maker, number in
      let original = "\(1000 + number)"
      return maker.renewed(original, of: original, daysAgo: 32)
        .renewed("\(original)1", of: original, daysAgo: 2)
        .granted(original, to: "u1", "gold.monthly").granted(original, to: "u1", "gold.monthly")
    }
    let outcome = maker.outcome(.noon { $0.isStoreComplete = true })
    #expect(outcome?.findings == [])
    #expect(outcome?.messages.count == 1)
    #expect(outcome?.totals.store.counts == [.couldNotCheck: 40])
    #expect(outcome?.totals.ledger.counts == [.couldNotCheck: 40])
    #expect(outcome?.coverage.limits.map(\.count) == [40])
    #expect(outcome?.coverage.isComplete == true)
  }
}
