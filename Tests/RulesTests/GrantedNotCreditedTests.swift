import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `granted-not-credited` {
  @Test(arguments: [
    Loud(
      "the order is granted, the wallet knows nothing", .paid().granted().twoSided(), .loss, 990),
    Loud("the settle time is over", .paid(minutesAgo: 60).granted().twoSided(), .loss, 990),
    Loud("a trial at price 0", .paidMonth().free().granted().twoSided(), .wrong, 0),
    Loud(
      "the credit is of nothing", .paid().granted().credited { $0.quantity = 0 }, .loss, 990),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.grantedNotCredited.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("both sides show it", .paid().granted().credited()),
    Quiet("the job has no ledger of credits", .paid().granted()),
    Quiet("neither side shows it: that is missed-delivery", .paid().twoSided()),
    Quiet("the order waits: that is stuck-pending", .paid().pending().twoSided()),
    Quiet("the credit may be on its way", .paid(minutesAgo: 59).granted().twoSided()),
    Quiet("the store took it back", .paid().refunded().granted().twoSided()),
    Quiet("an upgrade ended it", .paidMonth().upgraded().granted().twoSided()),
    Quiet("the store contradicts itself", .paid().conflicting().granted().twoSided()),
    Quiet(
      "the credit is newer than the as-of",
      .paid().granted().credited { $0.grantedAt = .noon.plus(seconds: 1) }),
    Quiet(
      "it was bought before the window", .paid().granted().twoSided(),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.grantedNotCredited.judge(example) == nil)
  }
}
