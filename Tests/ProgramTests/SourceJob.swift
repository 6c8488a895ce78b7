import Formats
import Records
import SQLite
import StandIn
import System

/// The ways in which a job may hear the store's word.
enum SourceJob: String, Sendable, CaseIterable {
  /// Apple's API, with a row a renewal.
  case api
  /// Apple's API, with a row a subscription.
  case entitlement
  /// The company's own endpoint alone.
  case feed
  /// The same, with a row a subscription.
  case feedOfEntitlements
  /// Kept receipts alone, about which Apple's endpoint is asked.
  case askedReceipts
  /// Kept receipts alone, about which nobody is asked.
  case heldReceipts
  /// Everything at once.
  case everything

  /// A customer of each kind, and few of them: what fails is asked again and again.
  static let scenario = Scenario(
    stories: [
      Story(
        "paid and not given", [.buy(.init(label: "a", product: .coins500, ago: .days(8)))]),
      Story(
        "refunded and kept",
        [
          .buy(.init(label: "a", product: .coins500, ago: .days(7))), .grant(.init(of: "a")),
          .refund(of: "a", ago: .days(2)),
        ]),
      Story(
        "bought for good, refunded and kept",
        [
          .buy(.init(label: "a", product: .proUnlock, ago: .days(40))), .grant(.init(of: "a")),
          .refund(of: "a", ago: .days(3)),
        ]),
      Story(
        "a refund that was reversed",
        [
          .buy(.init(label: "a", product: .coins1200, ago: .days(30))), .grant(.init(of: "a")),
          .refund(of: "a", ago: .days(20)), .reverseRefund(of: "a", ago: .days(13)),
        ]),
      Story(
        "refunded tomorrow",
        [
          .buy(.init(label: "a", product: .proUnlock, ago: .days(700))), .grant(.init(of: "a")),
          .refund(of: "a", ago: .hours(-5)),
        ]),
      Story(
        "buys again tomorrow, and gets nothing",
        [
          .buy(.init(label: "a", product: .coins500, ago: .days(20))), .grant(.init(of: "a")),
          .buy(.init(label: "b", product: .coins100, ago: .hours(-6))),
        ]),
      Story(
        "a refund is reversed tomorrow",
        [
          .buy(.init(label: "a", product: .proUnlock, ago: .days(9))), .grant(.init(of: "a")),
          .refund(of: "a", ago: .days(3)), .reverseRefund(of: "a", ago: .hours(-4)),
        ]),
      Story(
        "never bought", [.grant(grant(nil) { $0.id = .invented })]),
      Story(
        "taken back, and no refund",
        [
          .buy(.init(label: "a", product: .proUnlock, ago: .days(14))),
          .grant(grant("a") { $0.state = "refunded" }),
        ]),
      Story(
        "in grace",
        [
          .buy(.init(label: "a", product: .goldMonthly, ago: .days(62))), .grant(.init(of: "a")),
          .renew("b", of: "a"), .grant(.init(of: "b")), .failToRenew("b", grace: .days(16)),
        ]),
      Story(
        "in billing retry",
        [
          .buy(.init(label: "a", product: .goldMonthly, ago: .days(63))), .grant(.init(of: "a")),
          .renew("b", of: "a"), .grant(.init(of: "b")), .failToRenew("b", grace: nil),
        ]),
      Story(
        "renewed twice",
        [
          .buy(.init(label: "a", product: .silverMonthly, ago: .days(70))), .grant(.init(of: "a")),
          .renew("b", of: "a"), .grant(.init(of: "b")), .renew("c", of: "b"),
          .grant(.init(of: "c")),
        ]),
      Story(
        "ended, and served on",
        [
          .buy(.init(label: "a", product: .silverMonthly, ago: .days(95))), .grant(.init(of: "a")),
          .cancel("a", ago: .days(80)), .lapse("a", ago: nil),
        ]),
    ], plainCustomers: 3)

  private static func grant(
    _ label: String?, _ change: (inout Step.Grant) -> Void
  ) -> Step.Grant {
    var grant = Step.Grant(of: label)
    change(&grant)
    return grant
  }

  /// A store of that world, and a job that hears it so.
  func store(
    of scenario: Scenario = SourceJob.scenario, faults: [Fault] = []
  ) throws -> PretendStore {
    let store = try PretendStore(scenario)
    if isOfEntitlements { try Self.keepOneRowEach(store) }
    try reopen(store, faults: faults)
    return store
  }

  /// Another server in the store's place.
  func reopen(
    _ store: PretendStore, at clock: Instant = PretendStore.clock, faults: [Fault] = []
  ) throws {
    try store.reopen(at: clock, feed: FeedStyle(pageSize: 7, signedEvery: 3), faults: faults)
    try dress(store)
  }

  /// Whether Apple's API is asked.
  var asksAPI: Bool { [.api, .entitlement, .everything].contains(self) }

  var isOfEntitlements: Bool { self == .entitlement || self == .feedOfEntitlements }

  /// Runs the job.
  func run(
    _ store: PretendStore, _ words: [String] = [], asOf: String = PretendStore.asOf
  ) throws -> BuiltProgram.Result {
    try store.run(words, asOf: asOf, environment: Self.environment(of: store))
  }

  /// The variables that a job names.
  static func environment(of store: PretendStore) -> [String] {
    let identity = store.folder.identity
    return ["FEED=\(identity.feedToken)", "SHARED=\(identity.sharedSecret)"]
  }

  /// Makes the job of a store this one.
  func dress(_ store: PretendStore) throws {
    let base = store.server.baseURL
    let held = "receipts: \"jsonl:\(store.folder.path)/receipts.jsonl\""
    let feed = "feed: { url: \"\(base)/feed\", tokenEnv: \"FEED\" }"
    let asked =
      "url: \"\(base)/verifyReceipt\", sandboxURL: \"\(base)/sandbox/verifyReceipt\", "
      + "sharedSecretEnv: \"SHARED\""
    switch self {
    case .api, .entitlement: break
    case .feed, .feedOfEntitlements: try store.leaveOutKey(feed)
    case .askedReceipts: try store.leaveOutKey("verifyReceipt: { \(asked), \(held) }")
    case .heldReceipts: try store.leaveOutKey("verifyReceipt: { \(held) }")
    case .everything:
      try store.edit {
        $0.replacing(
          "issuerId:", with: "\(feed), verifyReceipt: { \(asked), \(held) }, issuerId:",
          maxReplacements: 1)
      }
    }
    try store.edit {
      $0.replacing("roots: [", with: "roots: [\"\(store.folder.receiptRootPath)\", ")
    }
    guard isOfEntitlements else { return }
    try store.edit {
      $0.replacing("reports:", with: "rules: { subscriptions: \"entitlement\" }, reports:")
    }
  }

  /// One row a subscription; the chain in grace is served to the end of it, the one that ended
  /// is served on.
  private static func keepOneRowEach(_ store: PretendStore) throws {
    try store.write(
      """
      DELETE FROM orders WHERE expires_at IS NOT NULL AND EXISTS (SELECT 1 FROM orders AS later
        WHERE later.original_transaction_id = orders.original_transaction_id
        AND later.expires_at > orders.expires_at);
      UPDATE orders SET transaction_id = original_transaction_id WHERE expires_at IS NOT NULL;
      UPDATE orders SET expires_at = '2026-04-20T00:00:00Z'
        WHERE expires_at < '2026-01-20T00:00:00Z';
      """)
  }
}
