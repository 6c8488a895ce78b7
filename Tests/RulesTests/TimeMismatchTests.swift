import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `time-mismatch` {
  static let bought = Instant.noon.minus(hours: 48)

  @Test(arguments: [
    Loud("more than 26 hours before", .at(bought.minus(hours: 26, milliseconds: 1)), .wrong, nil),
    Loud("granted before it was bought", .grantedAt(bought.minus(hours: 27)), .wrong, nil),
    Loud("seconds kept as milliseconds", .at(thousandth), .wrong, nil),
    Loud("granted in 1970", .grantedAt(thousandth), .wrong, nil),
    Loud("milliseconds kept as seconds", .at(thousandfold), .wrong, nil),
    Loud("granted in the year 58156", .grantedAt(thousandfold), .wrong, nil),
    Loud(
      "in the second of two rows", .paid().granted().granted { $0.purchaseTime = thousandth },
      .wrong, nil),
    Loud("refunded besides", .at(thousandth).refunded(), .wrong, nil),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.timeMismatch.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("at the same time", .at(bought)),
    Quiet("a zone's width before", .at(bought.minus(hours: 26))),
    Quiet("a later time is lateness", .at(.noon)),
    Quiet("the row has no time", .paid().granted { $0.purchaseTime = nil }),
    Quiet("the store has no time", .at(thousandth).buying { $0.date = nil }),
    Quiet(
      "the whole column is like this: told once",
      .at(thousandth).with { $0.neighbours.isTimeColumnWrong = true }),
    Quiet("it was taken back", .paid().takenBack { $0.purchaseTime = thousandth }),
    Quiet("the store contradicts itself", .at(thousandth).conflicting()),
    Quiet("a test purchase", .at(thousandth).inSandbox()),
    Quiet("judged by the end of access", .at(thousandth).access(until: .noon)),
    Quiet(
      "it was bought before the window", .at(thousandth),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.timeMismatch.judge(example) == nil)
  }

  static let thousandth = Instant(milliseconds: bought.milliseconds / 1_000)
  static let thousandfold = Instant(milliseconds: bought.milliseconds * 1_000)
}

extension MatchGroup {
  fileprivate static func at(_ time: Instant) -> MatchGroup {
    .paid().granted { $0.purchaseTime = time }
  }

  fileprivate static func grantedAt(_ time: Instant) -> MatchGroup {
    .paid().granted { $0.grantedAt = time }
  }
}
