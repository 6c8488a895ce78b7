import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `unknown-grant` {
  @Test(arguments: [
    Loud("the store knows no such purchase", .unexplained(), .loss, nil),
    Loud("the row names an amount", .unexplained { $0.amount = .dollar }, .loss, 990),
    Loud(
      "the row names the job's own environment", .unexplained { $0.environment = "Production" },
      .loss, nil),
    Loud("at the as-of to the second", .unexplained { $0.grantedAt = .noon }, .loss, nil),
    Loud(
      "granted in the window, whatever its purchase time",
      .unexplained { $0.grantedAt = .noon.minus(hours: 1) },
      .noon { $0.window = Window(start: .noon.minus(hours: 2), end: nil) }, .loss, nil),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.unknownGrant.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("a purchase explains it", .paid().granted()),
    Quiet(
      "the run could not see it",
      .unexplained().with { $0.blindSpot = Gap(reason: "a failed page") }),
    Quiet(
      "no run can see it",
      .unexplained().with { $0.blindSpot = Gap(nature: .limit, reason: "the horizon") }),
    Quiet("its id is none: bad-ledger-row", .unexplained("0").with { $0.idFault = .zero }),
    Quiet(
      "it is newer than the as-of", .unexplained { $0.grantedAt = .noon.plus(milliseconds: 1) }),
    Quiet("it claims another environment", .unexplained { $0.environment = "Sandbox" }),
    Quiet("it gives nothing", .unexplained { $0.state = .pending }),
    Quiet("it takes back", .unexplained { $0.state = .refunded }),
    Quiet("its record's signature was refused", .refused),
    Quiet(
      "it was granted before the window", .unexplained { $0.grantedAt = .noon.minus(hours: 3) },
      .noon { $0.window = Window(start: .noon.minus(hours: 2), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.unknownGrant.judge(example) == nil)
  }
}

extension Money {
  fileprivate static let dollar = Money(milliunits: 990, currency: "USD")
}

extension MatchGroup {
  fileprivate static let refused = MatchGroup.unexplained().with {
    $0.refusal = Refusal(
      name: "1001", originalTransactionID: nil, productID: "coins.100", reason: "forged")
  }
}
