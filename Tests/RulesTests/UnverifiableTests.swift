import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `unverifiable` {
  @Test(arguments: [
    Loud("the run should have seen it", .blind(.gap), .notice, nil),
    Loud("no run can see it", .blind(.limit), .notice, nil),
    Loud("the record's signature was refused", .refused, .notice, nil),
    Loud("a refused record without a row", .refused.with { $0.rows = [] }, .notice, nil),
    Loud("a row that could not be checked may be its delivery", .waiting, .notice, 990),
    Loud("a grace period is possible", .ending(.noon.plus(days: 27)), .notice, nil),
    Loud("just beyond the tolerance", .ending(.noon.plus(milliseconds: 1)), .notice, nil),
    Loud("the row does not say when access ends", .ending(nil), .notice, nil),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.unverifiable.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("the store was seen: unknown-grant", .unexplained()),
    Quiet("its id is none: bad-ledger-row", .blind(.gap).with { $0.idFault = .zero }),
    Quiet("the row gives nothing", .blind(.gap).with { $0.rows[0].state = .failed }),
    Quiet(
      "it is newer than the as-of",
      .blind(.gap).with { $0.rows[0].grantedAt = .noon.plus(seconds: 1) }),
    Quiet(
      "it claims another environment", .blind(.gap).with { $0.rows[0].environment = "Sandbox" }),
    Quiet("a purchase explains it", .paid().granted()),
    Quiet("nothing is owed", .waiting.refunded()),
    Quiet(
      "the shape of the ledger is told once, not for each period",
      .paidMonth().with { $0.isShapeUnknown = true }),
    Quiet("access ends within the tolerance", .ending(.noon)),
    Quiet("longer than any grace period: too long", .ending(.noon.plus(days: 27, milliseconds: 1))),
    Quiet(
      "it was granted before the window", .blind(.gap),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.unverifiable.judge(example) == nil)
  }
}

extension MatchGroup {
  fileprivate static let waiting = MatchGroup.paid().with {
    $0.neighbours.uncheckableRows = ["7"]
  }

  fileprivate static let refused = MatchGroup.unexplained().with {
    $0.refusal = Refusal(
      name: "1001", originalTransactionID: nil, productID: "coins.100", reason: "forged")
  }

  fileprivate static func blind(_ nature: Gap.Nature) -> MatchGroup {
    .unexplained().with { $0.blindSpot = Gap(nature: nature, reason: "a failed page") }
  }

  /// A row of a chain that expired a day ago, of which no renewal information was read.
  fileprivate static func ending(_ end: Instant?) -> MatchGroup {
    .paidMonth().access(until: .noon.minus(days: 1), mayHaveGrace: true)
      .granted { $0.expiresAt = end }
  }
}
