import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `quantity-mismatch` {
  @Test(arguments: [
    Loud("one of three units", .three.granted { $0.quantity = 1 }, .loss, 1_980),
    Loud("two of three units, a row each", .three.granted().granted(), .loss, 990),
    Loud(
      "two rows, one of which says how many", .four.granted { $0.quantity = 2 }.granted(), .loss,
      990),
    Loud("the settle time is over", .fresh(minutesAgo: 60), .loss, 1_980),
    Loud(
      "the credits are counted", .three.granted { $0.quantity = 3 }.credited { $0.quantity = 2 },
      .loss, 990),
    Loud(
      "one unit was reversed", .three.granted().granted().granted().takenBack().asEvents(), .loss,
      990),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.quantityMismatch.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("all units in one row", .three.granted { $0.quantity = 3 }),
    Quiet("all units, a row each", .three.granted().granted().granted()),
    Quiet("a single row that does not say how many", .three.granted()),
    Quiet("more units than paid for: double-grant", .three.granted { $0.quantity = 4 }),
    Quiet("no unit: missed-delivery", .three),
    Quiet("a row of nothing: missed-delivery", .three.granted { $0.quantity = 0 }),
    Quiet("two accounts: cross-account-grant", .three.granted().granted(to: "u2")),
    Quiet("the rest may be on its way", .fresh(minutesAgo: 59)),
    Quiet("the rest is newer than the as-of", .restIsNewer),
    Quiet("the store took it back", .three.refunded().granted { $0.quantity = 1 }),
    Quiet("the store contradicts itself", .three.conflicting().granted { $0.quantity = 1 }),
    Quiet(
      "it was bought before the window", .three.granted { $0.quantity = 1 },
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.quantityMismatch.judge(example) == nil)
  }
}

extension MatchGroup {
  fileprivate static let three = MatchGroup.paid().ofUnits(3).buying {
    $0.price = Money(milliunits: 2_970, currency: "USD")
  }

  fileprivate static let four = MatchGroup.paid().ofUnits(4).buying {
    $0.price = Money(milliunits: 3_960, currency: "USD")
  }

  fileprivate static let restIsNewer = MatchGroup.three.granted { $0.quantity = 1 }
    .granted { $0.grantedAt = .noon.plus(seconds: 1) }

  fileprivate static func fresh(minutesAgo minutes: Int64) -> MatchGroup {
    MatchGroup.three.buying { $0.date = .noon.minus(minutes: minutes) }
      .granted { $0.quantity = 1 }
  }
}
