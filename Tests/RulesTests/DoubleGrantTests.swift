import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `double-grant` {
  @Test(arguments: [
    Loud("two rows for one unit", .paid().granted().granted(), .loss, 990),
    Loud("one of two rows names nobody", .paid().granted().granted(to: ""), .loss, 990),
    Loud("neither of two rows names anybody", .nobodys, .loss, 990),
    Loud("three rows for one unit", .paid().granted().granted().granted(), .loss, 1_980),
    Loud("one row of two units for one", .paid().granted { $0.quantity = 2 }, .loss, 990),
    Loud("four units for three", .threePacks.granted().granted { $0.quantity = 3 }, .loss, 990),
    Loud("a flag written twice", .paidUnlock().granted().granted(), .notice, 49_990),
    Loud("an upgraded month, granted twice", .upgradedTwice, .notice, 9_990),
    Loud("a family member's copy", .familyTwice, .notice, 0),
    Loud("the price is unknown", .unpriced.granted().granted(), .loss, nil),
    Loud("one order, two credits", .paid().granted().credited().credited(), .loss, 990),
    Loud(
      "the job calls a month goods", .paidMonth().granted().granted(),
      .noon { $0.products = ProductCatalogue(["gold.monthly": CatalogueEntry(grants: .goods)]) },
      .loss, 9_990),
    Loud("of three grants one was reversed", .threeLessOne, .loss, 990),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.doubleGrant.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("one row, one unit", .paid().granted()),
    Quiet("no row", .paid()),
    Quiet("as many rows as units", .threePacks.granted().granted().granted()),
    Quiet("one row of as many units", .threePacks.granted { $0.quantity = 3 }),
    Quiet("one row that does not say how many", .threePacks.granted()),
    Quiet("a row and another that grants nothing", .paid().granted().granted { $0.quantity = 0 }),
    Quiet("two accounts: that is cross-account-grant", .paid().granted().granted(to: "u2")),
    Quiet("the store took it back: refund-not-applied", .paid().refunded().granted().granted()),
    Quiet("a pending row beside a granted one", .paid().granted().pending()),
    Quiet("the first was taken back, as rows say now", .paid().takenBack().granted()),
    Quiet("the second was reversed", .paid().granted().granted().takenBack().asEvents()),
    Quiet("an order and its credit are one delivery", .paid().granted().credited()),
    Quiet("two orders and one credit: counted by credits", .paid().granted().granted().credited()),
    Quiet("the second is newer than the as-of", .paid().granted().granted(newer)),
    Quiet("the reversal is newer than the as-of", .reversedSince),
    Quiet("the store contradicts itself", .paid().conflicting().granted().granted()),
    Quiet(
      "it was bought when the window was over", .paid().granted().granted(),
      .noon { $0.window = Window(start: nil, end: .noon.minus(hours: 48)) }),
    Quiet("judged by the end of access", .accessTwice),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.doubleGrant.judge(example) == nil)
  }

  static let newer: @Sendable (inout GrantEntry) -> Void = { $0.grantedAt = .noon.plus(seconds: 1) }
}

extension MatchGroup {
  fileprivate static let threePacks = MatchGroup.paid().ofUnits(3).buying {
    $0.price = Money(milliunits: 2_970, currency: "USD")
  }
  fileprivate static let nobodys = MatchGroup.paid().granted(to: "").granted(to: "")
  fileprivate static let unpriced = MatchGroup.paid().buying { $0.price = nil }
  fileprivate static let upgradedTwice = MatchGroup.paidMonth().upgraded().granted().granted()
  fileprivate static let familyTwice = MatchGroup.paidUnlock().familyShared().granted().granted()
  fileprivate static let threeLessOne = MatchGroup.paid().granted().granted().granted().takenBack()
    .asEvents()
  fileprivate static let reversedSince = MatchGroup.paid().granted().granted()
    .takenBack(`double-grant`.newer).asEvents()
  fileprivate static let accessTwice = MatchGroup.paidMonth().access(until: .noon.plus(days: 28))
    .granted { $0.expiresAt = .noon.plus(days: 28) }
    .granted { $0.expiresAt = .noon.plus(days: 28) }
}
