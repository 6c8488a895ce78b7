import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `entitlement-too-long` {
  static let yesterday = Instant.noon.minus(days: 1)

  @Test(arguments: [
    Loud(
      "beyond the tolerance, and it still gives access",
      .ending(yesterday.plus(hours: 24, milliseconds: 1), store: yesterday), .loss, nil),
    Loud("after a refund", .ending(.noon.plus(days: 20), store: yesterday), .loss, nil),
    Loud(
      "the store's own end has not come yet",
      .ending(.noon.plus(days: 3), store: .noon.plus(days: 1)), .wrong, nil),
    Loud("all is over", .ending(.noon.minus(days: 2), store: .noon.minus(days: 10)), .wrong, nil),
    Loud("longer than the longest grace period", .afterGrace(milliseconds: 1), .loss, nil),
    Loud(
      "the latest row decides",
      .ending(yesterday, store: yesterday).granted { $0.expiresAt = .noon.plus(days: 9) }, .loss,
      nil),
    Loud(
      "the job tolerates an hour", .ending(.noon.plus(hours: 2), store: .noon),
      .noon { $0.rules.entitlementToleranceHours = 1 }, .loss, nil),
    Loud(
      "a family member's copy", .ending(.noon.plus(days: 20), store: yesterday).familyShared(),
      .wrong, 0),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.entitlementTooLong.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("to the second", .ending(yesterday, store: yesterday)),
    Quiet("within the tolerance", .ending(yesterday.plus(hours: 24), store: yesterday)),
    Quiet("before the store's end", .ending(yesterday, store: .noon.plus(days: 9))),
    Quiet("a grace period is possible that nobody asked about", .afterGrace(milliseconds: 0)),
    Quiet("there is no row", .paidMonth().access(until: yesterday)),
    Quiet(
      "the long one was taken back",
      .paidMonth().access(until: yesterday).takenBack { $0.expiresAt = .noon.plus(days: 9) }),
    Quiet("the row says no end", .paidMonth().access(until: yesterday).granted()),
    Quiet(
      "the store says no end", .paidMonth().access(until: nil).granted { $0.expiresAt = .noon }),
    Quiet("judged by periods", .paidMonth().granted { $0.expiresAt = .noon.plus(days: 99) }),
    Quiet(
      "the store contradicts itself", .ending(.noon.plus(days: 9), store: yesterday).conflicting()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.entitlementTooLong.judge(example) == nil)
  }
}

extension MatchGroup {
  fileprivate static func ending(_ end: Instant, store: Instant) -> MatchGroup {
    .paidMonth().access(until: store).granted { $0.expiresAt = end }
  }

  /// Ends twenty-eight days and a little after an expiry of which no renewal information was read.
  fileprivate static func afterGrace(milliseconds: Int64) -> MatchGroup {
    let expiry = `entitlement-too-long`.yesterday
    return .paidMonth().access(until: expiry, mayHaveGrace: true)
      .granted { $0.expiresAt = expiry.plus(days: 28, milliseconds: milliseconds) }
  }
}
