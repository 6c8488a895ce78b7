import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `owner-mismatch` {
  static let owned = Circumstances.noon { $0.owners = ["a-token": "u1"] }

  @Test(arguments: [
    Loud(
      "the row carries another token", .tokened.granted { $0.accountToken = "b-token" }, .wrong, 990
    ),
    Loud("the map names another account", .tokened.granted(to: "u2"), owned, .wrong, 990),
    Loud("the map decides over the row's token", .sameTokenOfAnother, owned, .wrong, 990),
    Loud("a subscription, whose first token stays", .monthOfAnother, owned, .notice, 9_990),
    Loud("besides a grant to the owner", .tokened.granted().granted(to: "u2"), owned, .wrong, 990),
    Loud("refunded besides", .tokened.refunded().granted(to: "u2"), owned, .wrong, 990),
    Loud("a family member's copy", .familyOfAnother, owned, .wrong, 0),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.ownerMismatch.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("the map names this account", .tokened.granted(), owned),
    Quiet(
      "a guest who was bound to it", .tokened.granted(to: "guest") { $0.account = "u1" }, owned),
    Quiet("the row carries the same token", .tokened.granted { $0.accountToken = "a-token" }),
    Quiet("the map knows the owner, whatever the row's token", .otherTokenOfOwner, owned),
    Quiet("the purchase has no token: nothing is known", .paid().granted(to: "u2"), owned),
    Quiet("the map does not know the token", .paid().tokened("c-token").granted(to: "u2"), owned),
    Quiet("the row has no token and there is no map", .tokened.granted(to: "u2")),
    Quiet("the row names nobody", .tokened.granted(to: ""), owned),
    Quiet("it was taken back from the other", .tokened.takenBack(from: "u2").granted(), owned),
    Quiet("an earlier period has told it", .toldBefore, owned),
    Quiet("the store contradicts itself", .tokened.conflicting().granted(to: "u2"), owned),
    Quiet("a test purchase", .tokened.inSandbox().granted(to: "u2"), owned),
    Quiet("the row is newer than the as-of", .tokened.granted(to: "u2", newer), owned),
    Quiet(
      "it was bought before the window", .tokened.granted(to: "u2"),
      .noon {
        $0.owners = ["a-token": "u1"]
        $0.window = Window(start: .noon.minus(hours: 47), end: nil)
      }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.ownerMismatch.judge(example) == nil)
  }

  static let newer: @Sendable (inout GrantEntry) -> Void = { $0.grantedAt = .noon.plus(seconds: 1) }
}

extension MatchGroup {
  fileprivate static let tokened = MatchGroup.paid().tokened("a-token")
  fileprivate static let monthOfAnother = MatchGroup.paidMonth().tokened("a-token")
    .granted(to: "u2")
  fileprivate static let familyOfAnother = MatchGroup.paidUnlock().familyShared()
    .tokened("a-token").granted(to: "u2")
  fileprivate static let sameTokenOfAnother = MatchGroup.tokened.granted(to: "u2") {
    $0.accountToken = "a-token"
  }
  fileprivate static let otherTokenOfOwner = MatchGroup.tokened.granted(to: "u1") {
    $0.accountToken = "b-token"
  }
  fileprivate static let toldBefore = MatchGroup.monthOfAnother.with {
    $0.neighbours.isOwnerKnownWrong = true
  }
}
