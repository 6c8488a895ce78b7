import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `too-fresh` {
  @Test(arguments: [
    ("a minute short of the settle time", MatchGroup.paid(minutesAgo: 59)),
    ("an order waits", .paid(minutesAgo: 1).pending()),
    ("a refund a minute short of its own", .paid().refunded(minutesAgo: 29).granted()),
  ])
  func `speaks up`(_ reason: String, _ group: MatchGroup) {
    #expect(NoticeRule.tooFresh.judge(group, .noon) != nil)
  }

  @Test(arguments: [
    Quiet("settled", .paid(minutesAgo: 60)),
    Quiet("granted already", .paid(minutesAgo: 1).granted()),
    Quiet("the refund is settled", .paid().refunded(minutesAgo: 30).granted()),
    Quiet("the refund was applied already", .paid().refunded(minutesAgo: 1).takenBack()),
    Quiet("refunded and never granted", .paid(minutesAgo: 20).refunded(minutesAgo: 1)),
    Quiet("a test purchase", .paid(minutesAgo: 1).inSandbox()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.tooFresh.judge(example) == nil)
  }
}

@Suite struct `awaiting-client` {
  static let client = Circumstances.noon { $0.rules.delivery = .client }

  @Test(arguments: [
    ("a renewal", MatchGroup.paidMonth().tokened("a-token").buying { $0.reason = .renewal }),
    ("a later period", .paidMonth().tokened("a-token").buying { $0.isLaterPeriod = true }),
    ("bought outside the app", .paid()),
    ("seven days but for a minute", .paid(minutesAgo: 7 * 24 * 60 - 1)),
  ])
  func `speaks up`(_ reason: String, _ group: MatchGroup) {
    #expect(NoticeRule.awaitingClient.judge(group, Self.client) != nil)
  }

  @Test(arguments: [
    Quiet("seven days are over", .paid(minutesAgo: 7 * 24 * 60), client),
    Quiet("made in the running app", .paid().tokened("a-token"), client),
    Quiet("the server hears from the store", .paid()),
    Quiet("granted", .paid().granted(), client),
    Quiet("an order waits: stuck-pending", .paid().pending(), client),
    Quiet("younger than the settle time: too-fresh", .paid(minutesAgo: 59), client),
    Quiet("the store took it back", .paid().refunded(), client),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.awaitingClient.judge(example) == nil)
  }
}

@Suite struct `withheld` {
  @Test(arguments: [
    ("alone", MatchGroup.paid().withheld()), ("beside a failed order", .paid().failed().withheld()),
  ])
  func `speaks up`(_ reason: String, _ group: MatchGroup) {
    #expect(NoticeRule.withheld.judge(group, .noon) != nil)
  }

  @Test(arguments: [
    Quiet("granted since", .paid().withheld().granted()),
    Quiet("the store took it back", .paid().refunded().withheld()),
    Quiet("nothing is held back", .paid()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.withheld.judge(example) == nil)
  }
}
