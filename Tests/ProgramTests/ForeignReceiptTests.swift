import Formats
import Records
import StandIn
import System
import Testing

/// Kept receipts among which some belong elsewhere.
@Suite struct `receipts that belong elsewhere` {
  private static let world = Scenario(
    stories: [
      Story(
        "paid and given",
        [.buy(.init(label: "a", product: .proUnlock, ago: .days(9))), .grant(.init(of: "a"))]),
      Story(
        "only in the sandbox",
        [
          .buy(sandboxPurchase), .buy(.init(label: "b", product: .coins500, ago: .days(3))),
          .grant(.init(of: "b")),
        ]),
    ], plainCustomers: 2)

  private static var sandboxPurchase: Step.Purchase {
    var purchase = Step.Purchase(label: "a", product: .proUnlock, ago: .days(5))
    purchase.environment = .sandbox
    return purchase
  }

  private func add(_ receipt: String, of user: String, to store: PretendStore) throws {
    let lines = store.scratch.text("store/receipts.jsonl")
    try store.scratch.write(
      lines + "{\"user_id\": \"\(user)\", \"receipt\": \"\(receipt)\"}\n",
      to: "store/receipts.jsonl")
  }

  /// Three nights with the same job, which must say the same and balance.
  private func nights(_ job: SourceJob, _ store: PretendStore) throws -> [BuiltProgram.Result] {
    try ["2026-03-10T03:00:00Z", "2026-03-10T03:00:01Z", "2026-03-11T03:00:00Z"].map {
      try job.run(store, asOf: $0)
    }
  }

  @Test(arguments: [SourceJob.heldReceipts, .everything])
  func `accuse nobody, whether of the sandbox or of another app`(_ job: SourceJob) throws {
    let store = try job.store(of: Self.world)
    let other = try StoreFolder.create(
      at: store.scratch.path("other"),
      StoreFolder.Wishes(
        scenario: Self.world, clock: PretendStore.clock, seed: 7, bundleID: "com.example.other"))
    try store.edit {
      $0.replacing("roots: [", with: "roots: [\"\(other.receiptRootPath)\", ")
    }
    try add(try receipt(of: store.folder, in: .sandbox), of: "1000002", to: store)
    try add(try receipt(of: other, in: .production), of: "1000002", to: store)
    // The first customer's, kept for somebody else.
    try add(try receipt(of: store.folder, in: .production), of: "somebody", to: store)
    let answers = try nights(job, store)
    for answer in answers {
      let accused = answer.findings.filter { !$0.hasPrefix("unverifiable:") }
      #expect(accused.isEmpty, "\(accused)")
      #expect([0, 1, 3].contains(answer.status), "\(answer.complaints)")
      #expect(answer.findings == answers[0].findings)
      #expect(answer.status == answers[0].status || answers[0].status == 1)
    }
  }

  private func receipt(
    of folder: StoreFolder, in environment: WorldEnvironment
  ) throws -> String {
    let id = try #require(try folder.firstTransactionID(in: environment.rawValue))
    return try #require(try folder.receipt(of: id, in: environment, at: PretendStore.clock))
  }
}
