import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `family-undelivered` {
  @Test func `speaks up`() {
    #expect(NoticeRule.familyUndelivered.judge(.paidUnlock().familyShared(), .noon) != nil)
  }

  @Test(arguments: [
    Quiet("granted", .paidUnlock().familyShared().granted()),
    Quiet("the buyer's own: missed-delivery", .paidUnlock()),
    Quiet("revoked", .paidUnlock().familyShared().refunded()),
    Quiet(
      "the job wants it delivered", .paidUnlock().familyShared(),
      .noon { $0.rules.family = .missed }),
    Quiet("the job ignores it", .paidUnlock().familyShared(), .noon { $0.rules.family = .ignore }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.familyUndelivered.judge(example) == nil)
  }
}

@Suite struct `allowed-sandbox` {
  static let testers = Circumstances.noon { $0.rules.sandboxUsers = ["u1"] }
  static let test = MatchGroup.paid().inSandbox().granted { $0.tie = .otherEnvironment }

  @Test func `speaks up`() {
    #expect(NoticeRule.allowedSandbox.judge(Self.test, Self.testers) != nil)
  }

  @Test(arguments: [
    Quiet("nobody allowed it: environment-mismatch", test),
    Quiet("another holds it too", test.granted(to: "u2") { $0.tie = .otherEnvironment }, testers),
    Quiet("it was not granted", .paid().inSandbox(), testers),
    Quiet("a real purchase", .paid().granted(), testers),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.allowedSandbox.judge(example) == nil)
  }
}

@Suite struct `owner-changed` {
  @Test func `speaks up`() {
    let group = MatchGroup.paid().takenBack(from: "u1").granted(to: "u2")
    #expect(NoticeRule.ownerChanged.judge(group, .noon) == "moved from u1 to u2")
  }

  @Test(arguments: [
    Quiet("taken back and given again", .paid().takenBack().granted()),
    Quiet(
      "two users of one account", .paid().takenBack(from: "guest") { $0.account = "u1" }.granted()),
    Quiet("only taken back", .paid().takenBack()), Quiet("only granted", .paid().granted()),
    Quiet("a test purchase", .paid().takenBack(from: "u1").granted(to: "u2").inSandbox()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.ownerChanged.judge(example) == nil)
  }
}

@Suite struct `shared-chain` {
  static let shared = MatchGroup.paidMonth().granted().with {
    $0.neighbours.chainAccounts = ["u1", "u2"]
  }

  @Test func `speaks up`() {
    #expect(NoticeRule.sharedChain.judge(Self.shared, .noon) == "its periods went to u1, u2")
  }

  @Test(arguments: [
    Quiet("one account", .paidMonth().granted()), Quiet("a test purchase", shared.inSandbox()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.sharedChain.judge(example) == nil)
  }
}

@Suite struct `repeat-purchase` {
  static let second = MatchGroup.paid().granted().with { $0.neighbours.repeatOf = "1000" }

  @Test func `speaks up`() {
    #expect(NoticeRule.repeatPurchase.judge(Self.second, .noon) != nil)
  }

  @Test(arguments: [
    Quiet("no other before it", .paid().granted()), Quiet("a test purchase", second.inSandbox()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(NoticeRule.repeatPurchase.judge(example) == nil)
  }
}
