import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `id-alias` {
  static let twins = MatchGroup.paid().buying { $0.transactionIDs = ["1001", "1002"] }

  @Test func `names the other ids`() {
    #expect(NoticeRule.idAlias.judge(Self.twins.granted(), .noon) == "also named by 1002")
  }

  @Test(arguments: [
    Quiet("one id", .paid().granted()), Quiet("a test purchase", twins.inSandbox()),
    Quiet("a chain has many ids", twins.access(until: .noon)),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.idAlias.judge(example) == nil)
  }
}

@Suite struct `superseded` {
  @Test(arguments: [
    ("granted", MatchGroup.paidMonth().upgraded().granted()),
    ("not granted", .paidMonth().upgraded()),
    ("with the upgrade's own revocation date", .paidMonth().refunded().upgraded()),
  ])
  func `speaks up`(_ reason: String, _ group: MatchGroup) {
    #expect(NoticeRule.superseded.judge(group, .noon) != nil)
  }

  @Test(arguments: [
    Quiet("it runs to its end", .paidMonth().granted()),
    Quiet("a refund is no upgrade", .paidMonth().refunded()),
    Quiet("a test purchase", .paidMonth().upgraded().inSandbox()),
    Quiet(
      "it was bought before the window", .paidMonth().upgraded(),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.superseded.judge(example) == nil)
  }
}

@Suite struct `possibly-settled` {
  static let mended = MatchGroup.paid().with { $0.neighbours.possibleFixes = ["7"] }

  @Test(arguments: [
    ("a hand-made row", mended),
    ("a rounded id", .paid().with { $0.neighbours.roundedRows = ["7"] }),
  ])
  func `speaks up`(_ reason: String, _ group: MatchGroup) {
    #expect(NoticeRule.possiblySettled.judge(group, .noon) == "row 7 may be an earlier fix")
  }

  @Test(arguments: [
    Quiet("nothing stands beside it", .paid()), Quiet("nothing is missed", mended.granted()),
    Quiet("it was refunded", mended.refunded()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.possiblySettled.judge(example) == nil)
  }
}
