import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `refund-not-applied` {
  @Test(arguments: [
    Loud("refunded, and still granted", .paid().refunded().granted(), .loss, 990),
    Loud("the settle time is over", .paid().refunded(minutesAgo: 30).granted(), .loss, 990),
    Loud("a lifetime unlock", .paidUnlock().refunded().granted(), .loss, 49_990),
    Loud("a period that still runs", .paidMonth().refunded().granted(), .loss, 9_990),
    Loud("a past period", .paidMonth(hoursAgo: 40 * 24).refunded().granted(), .wrong, 9_990),
    Loud("a past period that the job calls goods", .pastPeriod, .goods, .loss, 9_990),
    Loud("a family member's copy", .paidUnlock().familyShared().refunded().granted(), .wrong, 0),
    Loud("half of it came back", .paidMonth().refundedHalf().granted(), .loss, 4_995),
    Loud("granted twice besides", .paid().refunded().granted().granted(), .loss, 990),
    Loud("granted to two besides", .paid().refunded().granted().granted(to: "u2"), .loss, 990),
    Loud("the row ends after the refund", .ending(minutesAfterRefund: 1), .loss, 9_990),
    Loud("only the credit is left", .paid().refunded().takenBack().credited(), .loss, 990),
    Loud(
      "the refund lies in the window, the purchase does not", .paid().refunded().granted(),
      .noon { $0.window = Window(start: .noon.minus(hours: 24), end: .noon) }, .loss, 990),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.refundNotApplied.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("it was not refunded", .paid().granted()),
    Quiet("the ledger took it back too", .paid().refunded().takenBack()),
    Quiet("granted and reversed", .paid().refunded().granted().takenBack().asEvents()),
    Quiet("it was never granted", .paid().refunded()),
    Quiet("the refund may be on its way", .paid().refunded(minutesAgo: 29).granted()),
    Quiet("superseded is not revoked", .paidMonth().refunded().upgraded().granted()),
    Quiet("access ends at the refund", .ending(minutesAfterRefund: 0)),
    Quiet("the reversal is newer than the as-of", .reversedSince),
    Quiet("the store contradicts itself", .paid().refunded().conflicting().granted()),
    Quiet("a test purchase", .paid().refunded().inSandbox().granted()),
    Quiet("judged by the end of access", .paidMonth().refunded().access(until: .noon).granted()),
    Quiet(
      "the refund lies before the window", .paid().refunded().granted(),
      .noon { $0.window = Window(start: .noon.minus(hours: 23), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.refundNotApplied.judge(example) == nil)
  }

  @Test(arguments: [
    ("one grant", MatchGroup.paid().refunded().granted(), [String]()),
    (
      "two grants", .paid().refunded().granted().granted(),
      ["1 unit of these would be too many even without the refund"]
    ),
    ("as many as were paid for", .paid().ofUnits(2).refunded().granted().granted(), []),
    ("an order and its credit", .paid().refunded().granted().credited(), []),
    (
      "an order and two credits", .paid().refunded().granted().credited().credited(),
      ["1 unit of these would be too many even without the refund"]
    ),
  ])
  func `lists the excess`(_ reason: String, _ group: MatchGroup, _ notes: [String]) {
    #expect(Rule.refundNotApplied.judge(group, .noon)?.notes == notes)
  }

  @Test func `says family in its notes`() {
    let group = MatchGroup.paidUnlock().familyShared().refunded().granted()
    let notes = Rule.refundNotApplied.judge(group, .noon)?.notes
    #expect(notes == ["a family member's copy: no money belongs to this record"])
  }
}

extension Circumstances {
  fileprivate static let goods = Circumstances.noon {
    $0.products = ProductCatalogue(["gold.monthly": CatalogueEntry(grants: .goods)])
  }
}

extension MatchGroup {
  fileprivate static let pastPeriod = MatchGroup.paidMonth(hoursAgo: 40 * 24).refunded().granted()

  fileprivate static let reversedSince = MatchGroup.paid().refunded().granted()
    .takenBack { $0.grantedAt = .noon.plus(seconds: 1) }.asEvents()

  fileprivate static func ending(minutesAfterRefund minutes: Int64) -> MatchGroup {
    .paidMonth().refunded(hoursAgo: 24).granted {
      $0.expiresAt = .noon.minus(hours: 24).plus(minutes: minutes)
    }
  }

  fileprivate func refundedHalf() -> MatchGroup {
    refunded().buying { $0.revocationPercentage = 50_000 }
  }
}
