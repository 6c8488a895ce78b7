import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `credited-not-ordered` {
  @Test(arguments: [
    Loud("the wallet shows it and no order does", .paid().credited(), .wrong, 990),
    Loud("the settle time is over", .paid(minutesAgo: 60).credited(), .wrong, 990),
    Loud("a family member's copy", .paidUnlock().familyShared().credited(), .wrong, 0),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.creditedNotOrdered.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("both sides show it", .paid().granted().credited()),
    Quiet("the order waits, but it is there", .paid().pending().credited()),
    Quiet("neither side shows it: that is missed-delivery", .paid().twoSided()),
    Quiet("the order may be on its way", .paid(minutesAgo: 59).credited()),
    Quiet(
      "the order is newer than the as-of",
      .paid().granted { $0.grantedAt = .noon.plus(seconds: 1) }.credited()),
    Quiet("a test purchase is worth nothing", .paid().inSandbox().credited()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.creditedNotOrdered.judge(example) == nil)
  }
}
