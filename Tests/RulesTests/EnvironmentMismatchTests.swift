import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `environment-mismatch` {
  static let testers = Circumstances.noon { $0.rules.sandboxUsers = ["u1"] }

  @Test(arguments: [
    Loud("a test purchase moved real goods", .paid().inSandbox().granted(elsewhere), .loss, nil),
    Loud("a real purchase under a row of the sandbox", .paid().granted(claimsSandbox), .loss, nil),
    Loud("granted twice", .paid().inSandbox().granted(elsewhere).granted(elsewhere), .loss, nil),
    Loud(
      "another user than the testers", .paid().inSandbox().granted(to: "u2", elsewhere), testers,
      .loss, nil),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.environmentMismatch.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("both are real", .paid().granted()),
    Quiet("both are tests", .paid().inSandbox().granted { $0.environment = "Sandbox" }),
    Quiet("nothing was granted", .paid().inSandbox()),
    Quiet("it was taken back", .paid().inSandbox().takenBack(elsewhere)),
    Quiet("it waits", .paid().inSandbox().pending(elsewhere)),
    Quiet("the account may hold test purchases", .paid().inSandbox().granted(elsewhere), testers),
    Quiet(
      "its canonical account may",
      .paid().inSandbox().granted(to: "guest") {
        elsewhere(&$0)
        $0.account = "u1"
      }, testers),
    Quiet(
      "another app: that is bundle-mismatch", .paid().inOtherApp().granted { $0.tie = .otherBundle }
    ),
    Quiet("the store contradicts itself", .paid().inSandbox().conflicting().granted(elsewhere)),
    Quiet(
      "the row is newer than the as-of",
      .paid().inSandbox().granted {
        elsewhere(&$0)
        $0.grantedAt = .noon.plus(seconds: 1)
      }),
    Quiet(
      "it was bought before the window", .paid().inSandbox().granted(elsewhere),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.environmentMismatch.judge(example) == nil)
  }

  static let elsewhere: @Sendable (inout GrantEntry) -> Void = { $0.tie = .otherEnvironment }
  static let claimsSandbox: @Sendable (inout GrantEntry) -> Void = {
    $0.tie = .otherEnvironment
    $0.environment = "Sandbox"
  }
}
