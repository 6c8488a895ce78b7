import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `cross-account-grant` {
  @Test(arguments: [
    Loud("two accounts", .paid().granted().granted(to: "u2"), .loss, 990),
    Loud("three accounts", .three, .loss, 1_980),
    Loud(
      "two accounts, one of them twice", .paid().granted().granted().granted(to: "u2"), .loss, 1_980
    ),
    Loud("access for two", .paidUnlock().granted().granted(to: "u2"), .wrong, 49_990),
    Loud(
      "a family member's copy", .paidUnlock().familyShared().granted().granted(to: "u2"), .wrong, 0),
    Loud("one unit each of two units", .paid().ofUnits(2).granted().granted(to: "u2"), .loss, 495),
    Loud("two credits", .paid().granted().credited().credited(to: "u2"), .loss, 990),
    Loud("an upgraded month", .paidMonth().upgraded().granted().granted(to: "u2"), .wrong, 9_990),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.crossAccountGrant.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("one account", .paid().granted()),
    Quiet("one account twice: that is double-grant", .paid().granted().granted()),
    Quiet("two users of one account", .paid().granted(to: "guest") { $0.account = "u1" }.granted()),
    Quiet("taken from one and given to the other", .paid().takenBack().granted(to: "u2")),
    Quiet("one of the rows names nobody", .paid().granted().granted(to: "")),
    Quiet("reversed for one", .paid().granted().granted(to: "u2").takenBack().asEvents()),
    Quiet("a pending row of another", .paid().granted(to: "u2").pending()),
    Quiet(
      "the store took it back: refund-not-applied", .paid().refunded().granted().granted(to: "u2")),
    Quiet("an order and a credit are never added", .paid().granted().credited(to: "u2")),
    Quiet("a row of nothing", .paid().granted().granted(to: "u2") { $0.quantity = 0 }),
    Quiet("the store contradicts itself", .paid().conflicting().granted().granted(to: "u2")),
    Quiet("a test purchase", .paid().inSandbox().granted().granted(to: "u2")),
    Quiet("the second is newer than the as-of", .paid().granted().granted(to: "u2", newer)),
    Quiet("the reversal is newer than the as-of", .reversedSince),
    Quiet(
      "it was bought before the window", .paid().granted().granted(to: "u2"),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.crossAccountGrant.judge(example) == nil)
  }

  @Test func `speaks up where one subscription gives access to two accounts now`() {
    let group = MatchGroup.shared(untilMinutes: 1)
    #expect(Rule.crossAccountGrant.judge(group, .noon)?.severity == .wrong)
  }

  @Test(arguments: [
    Quiet("the access of one of them is over to the minute", .shared(untilMinutes: 0)),
    Quiet("one account twice", .accessOfOne),
  ])
  func `keeps quiet about access`(_ example: Quiet) {
    #expect(Rule.crossAccountGrant.judge(example) == nil)
  }

  static let newer: @Sendable (inout GrantEntry) -> Void = { $0.grantedAt = .noon.plus(seconds: 1) }
}

extension MatchGroup {
  fileprivate static let three = MatchGroup.paid().granted().granted(to: "u2").granted(to: "u3")
  fileprivate static let reversedSince = MatchGroup.paid().granted().granted(to: "u2")
    .takenBack(`cross-account-grant`.newer).asEvents()
  fileprivate static let accessOfOne = MatchGroup.paidMonth().access(until: .noon.plus(days: 28))
    .granted { $0.expiresAt = .noon.plus(days: 28) }
    .granted { $0.expiresAt = .noon.plus(days: 28) }

  fileprivate static func shared(untilMinutes minutes: Int64) -> MatchGroup {
    .paidMonth().access(until: .noon.plus(days: 28))
      .granted { $0.expiresAt = .noon.plus(days: 28) }
      .granted(to: "u2") { $0.expiresAt = .noon.plus(minutes: minutes) }
  }
}
