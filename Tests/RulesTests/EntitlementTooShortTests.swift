import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `entitlement-too-short` {
  static let nextWeek = Instant.noon.plus(days: 7)

  @Test(arguments: [
    Loud("the customer lacks it now", .ending(.noon.minus(days: 1), store: nextWeek), .loss, nil),
    Loud(
      "will lack it", .ending(nextWeek.minus(hours: 24, milliseconds: 1), store: nextWeek), .wrong,
      nil),
    Loud("all is over", .ending(.noon.minus(days: 9), store: .noon.minus(days: 2)), .notice, nil),
    Loud(
      "a family member's copy", .ending(.noon.minus(days: 1), store: nextWeek).familyShared(),
      .wrong, 0),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.entitlementTooShort.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("to the second", .ending(nextWeek, store: nextWeek)),
    Quiet("within the tolerance", .ending(nextWeek.minus(hours: 24), store: nextWeek)),
    Quiet("after the store's end: too long", .ending(nextWeek, store: .noon)),
    Quiet(
      "another row lasts long enough",
      .ending(.noon, store: nextWeek).granted { $0.expiresAt = nextWeek }),
    Quiet("there is no row: missed-delivery", .paidMonth().access(until: nextWeek)),
    Quiet(
      "the last renewal is fresh",
      .paidMonth().access(until: nextWeek, settled: .noon).granted { $0.expiresAt = .noon }),
    Quiet("the row says no end", .paidMonth().access(until: nextWeek).granted()),
    Quiet("judged by periods", .paidMonth().granted { $0.expiresAt = .noon.minus(days: 1) }),
    Quiet("the store contradicts itself", .ending(.noon, store: nextWeek).conflicting()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.entitlementTooShort.judge(example) == nil)
  }
}

extension MatchGroup {
  fileprivate static func ending(_ end: Instant, store: Instant) -> MatchGroup {
    .paidMonth().access(until: store).granted { $0.expiresAt = end }
  }
}
