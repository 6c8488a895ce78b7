import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `conflicting-store-record` {
  @Test(arguments: [
    Loud("and nothing was granted", .paid().conflicting(), .wrong, 990),
    Loud("and it was granted", .paid().conflicting().granted(), .wrong, 990),
    Loud("a family member's copy", .paidUnlock().familyShared().conflicting(), .wrong, 0),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.conflictingStoreRecord.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
    #expect(answer.wrong == example.group.purchase?.conflict)
  }

  @Test(arguments: [
    Quiet("the store says one thing", .paid()),
    Quiet("a test purchase", .paid().inSandbox().conflicting()),
    Quiet("another app", .paid().inOtherApp().conflicting()),
    Quiet("no purchase explains the row", .unexplained()),
    Quiet(
      "it was bought before the window", .paid().conflicting(),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.conflictingStoreRecord.judge(example) == nil)
  }
}
