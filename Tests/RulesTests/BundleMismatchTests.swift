import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `bundle-mismatch` {
  @Test(arguments: [
    Loud("a valid transaction of another app", .paid().inOtherApp().granted(foreign), .loss, nil),
    Loud("granted twice", .paid().inOtherApp().granted(foreign).granted(foreign), .loss, nil),
    Loud(
      "even to a tester", .paid().inOtherApp().granted(foreign),
      .noon { $0.rules.sandboxUsers = ["u1"] }, .loss, nil),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.bundleMismatch.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("this app's own", .paid().granted()),
    Quiet("nothing was granted", .paid().inOtherApp()),
    Quiet("it was taken back", .paid().inOtherApp().takenBack(foreign)),
    Quiet("it waits", .paid().inOtherApp().pending(foreign)),
    Quiet(
      "another environment: environment-mismatch",
      .paid().inSandbox().granted { $0.tie = .otherEnvironment }),
    Quiet("the store contradicts itself", .paid().inOtherApp().conflicting().granted(foreign)),
    Quiet(
      "it was bought before the window", .paid().inOtherApp().granted(foreign),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.bundleMismatch.judge(example) == nil)
  }

  static let foreign: @Sendable (inout GrantEntry) -> Void = { $0.tie = .otherBundle }
}
