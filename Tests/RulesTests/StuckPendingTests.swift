import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `stuck-pending` {
  @Test(arguments: [
    Loud("an order waits", .paid().pending(), .loss, 990),
    Loud("an order failed", .paid().failed(), .loss, 990),
    Loud("both", .paid().failed().pending(), .loss, 990),
    Loud("the settle time is over to the minute", .paid(minutesAgo: 60).pending(), .loss, 990),
    Loud("a trial at price 0", .paidMonth().free().pending(), .wrong, 0),
    Loud(
      "the client has told already", .paid().pending(), .noon { $0.rules.delivery = .client },
      .loss, 990),
    Loud(
      "a subscription gives access now and its order waits",
      .paidMonth().access(until: .noon.plus(days: 28)).pending(), .loss, 9_990),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.stuckPending.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("another row went through", .paid().pending().granted()),
    Quiet("it may be on its way", .paid(minutesAgo: 59).pending()),
    Quiet("there is no row: that is missed-delivery", .paid()),
    Quiet("it is held back on purpose", .paid().pending().withheld()),
    Quiet("the store took it back", .paid().refunded().pending()),
    Quiet("an upgrade ended it", .paidMonth().upgraded().pending()),
    Quiet("the ledger took it back besides", .paid().pending().takenBack()),
    Quiet("nobody paid for a family member's copy", .paidUnlock().familyShared().pending()),
    Quiet(
      "a row newer than the as-of is not judged",
      .paid().pending { $0.grantedAt = .noon.plus(seconds: 1) }),
    Quiet("access is over", .paidMonth().access(until: .noon.minus(days: 1)).pending()),
    Quiet("a test purchase is worth nothing", .paid().inSandbox().pending()),
    Quiet(
      "it was bought before the window", .paid().pending(),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.stuckPending.judge(example) == nil)
  }
}
