import Matching
import Reconciliation
import Records
import Rules
import Specimens
import Testing

/// A chain that is judged by its end of access, and of which this run has missed something.
@Suite struct `a doubted end of access` {
  private static func job(_ doubted: String?) -> Circumstances {
    .noon {
      $0.rules.subscriptions = .entitlement
      $0.isStoreComplete = true
      if let doubted { $0.doubts[doubted] = Gap(reason: "the history could not be read") }
    }
  }

  private static let book = BookMaker()
    .renewed("1001", of: "1001", daysAgo: 62).renewed("1002", of: "1001", daysAgo: 32)

  @Test(arguments: ["1001", "1002"])
  func `is not accused of, whichever of its ids is doubted`(_ id: String) throws {
    let served = Self.book.granted("1001", to: "u1", "gold.monthly") {
      $0.expiresAt = .noon.plus(days: 60)
    }
    let plain = try #require(served.outcome(Self.job(nil)))
    #expect(plain.findings.map(\.kind) == [.entitlementTooLong])
    let outcome = try #require(served.outcome(Self.job(id)))
    #expect(outcome.findings.map(\.kind) == [.unverifiable])
    #expect(outcome.totals.store.counts == [.couldNotCheck: 2])
    #expect(outcome.totals.ledger.counts == [.couldNotCheck: 1])
    #expect(outcome.totals.isBalanced)
    #expect(outcome.coverage.gaps.map(\.reason) == ["the history could not be read"])
  }
}
