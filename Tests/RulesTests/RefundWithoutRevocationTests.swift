import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `refund-without-revocation` {
  @Test(arguments: [
    Loud("taken back, and the store's purchase stands", .paid().takenBack(), .loss, 990),
    Loud("a lifetime unlock", .paidUnlock().takenBack(), .loss, 49_990),
    Loud("a trial at price 0", .paidMonth().free().takenBack(), .wrong, 0),
    Loud("granted and reversed", .paid().granted().takenBack().asEvents(), .loss, 990),
    Loud("granted once and reversed twice", .twiceReversed, .loss, 990),
    Loud(
      "a subscription gives access now and was taken back",
      .paidMonth().access(until: .noon.plus(days: 28)).takenBack(), .loss, 9_990),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.refundWithoutRevocation.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("the store took it back too", .paid().refunded().takenBack()),
    Quiet("it was given again as a row of its own", .paid().takenBack().granted()),
    Quiet("of two grants one was reversed", .paid().granted().granted().takenBack().asEvents()),
    Quiet("a reversal of another account cancels nothing", .ofAnother),
    Quiet("a reversal before the grant cancels nothing", .earlyReversal),
    Quiet("it was only granted", .paid().granted()),
    Quiet("there is no row: that is missed-delivery", .paid()),
    Quiet("an upgrade ended it", .paidMonth().upgraded().takenBack()),
    Quiet("it was bought within the settle time", .paid(minutesAgo: 59).takenBack()),
    Quiet("nobody paid for a family member's copy", .paidUnlock().familyShared().takenBack()),
    Quiet("the store contradicts itself", .paid().conflicting().takenBack()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.refundWithoutRevocation.judge(example) == nil)
  }
}

extension MatchGroup {
  fileprivate static let twiceReversed = MatchGroup.paid().granted().takenBack().takenBack()
    .asEvents()

  fileprivate static let ofAnother = MatchGroup.paid().granted(to: "u1").takenBack(from: "u2")
    .asEvents()

  fileprivate static let earlyReversal = MatchGroup.paid()
    .takenBack { $0.grantedAt = .noon.minus(hours: 47) }
    .granted { $0.grantedAt = .noon.minus(hours: 46) }
    .asEvents()
}
