import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `refunded-undelivered` {
  @Test(arguments: [
    ("no row", MatchGroup.paid().refunded()), ("an order that waits", .paid().refunded().pending()),
    ("an order that was held back", .paid().refunded().withheld()),
  ])
  func `speaks up`(_ reason: String, _ group: MatchGroup) {
    #expect(NoticeRule.refundedUndelivered.judge(group, .noon) != nil)
  }

  @Test(arguments: [
    Quiet("it was not refunded", .paid()),
    Quiet("it was granted", .paid().refunded().granted()),
    Quiet("it was granted once", .paid().refunded().takenBack()),
    Quiet("superseded is not revoked", .paidMonth().refunded().upgraded()),
    Quiet("a test purchase", .paid().refunded().inSandbox()),
    Quiet(
      "the refund lies outside the window", .paid().refunded(),
      .noon { $0.window = Window(start: .noon.minus(hours: 23), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.refundedUndelivered.judge(example) == nil)
  }
}

@Suite struct `revocation-date-changed` {
  static let changed = MatchGroup.paid().refunded().takenBack().buying {
    $0.hasChangedRevocationDate = true
  }

  @Test func `speaks up`() {
    #expect(NoticeRule.revocationDateChanged.judge(Self.changed, .noon) != nil)
  }

  @Test(arguments: [
    Quiet("the date is one", .paid().refunded().takenBack()),
    Quiet("a test purchase", changed.inSandbox()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.revocationDateChanged.judge(example) == nil)
  }
}
