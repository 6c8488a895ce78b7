import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `missed-delivery` {
  static let client = Circumstances.noon { $0.rules.delivery = .client }

  @Test(arguments: [
    Loud("two days, and no row", .paid(), .loss, 990),
    Loud("the settle time is over to the minute", .paid(minutesAgo: 60), .loss, 990),
    Loud("nobody knows the price", .paid().buying { $0.price = nil }, .loss, nil),
    Loud("a trial at price 0 is owed too", .paidMonth().free(), .wrong, 0),
    Loud("a lifetime unlock", .paidUnlock(), .loss, 49_990),
    Loud("the store does not say when", .paid().buying { $0.date = nil }, .loss, 990),
    Loud("neither the orders nor the credits know it", .paid().twoSided(), .loss, 990),
    Loud("a row that grants nothing", .paid().granted { $0.quantity = 0 }, .loss, 990),
    Loud(
      "a family member's copy, if the job wants it", .paidUnlock().familyShared(),
      .noon { $0.rules.family = .missed }, .wrong, 0),
    Loud(
      "at the first moment of the window", .paid(),
      .noon { $0.window = Window(start: .noon.minus(hours: 48), end: .noon) }, .loss, 990),
    Loud(
      "the customer had seven days to open the app",
      .paidMonth(hoursAgo: 7 * 24).buying { $0.reason = .renewal }, client, .loss, 9_990),
    Loud(
      "a purchase with a token was made in the running app", .paid().tokened("a-token"), client,
      .loss, 990),
    Loud(
      "the first period with a token neither waits",
      .paidMonth().tokened("a-token").buying { $0.reason = .purchase }, client, .loss, 9_990),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.missedDelivery.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("it was granted", .paid().granted()),
    Quiet("it may be on its way", .paid(minutesAgo: 59)),
    Quiet("the store took it back", .paid().refunded()),
    Quiet("an upgrade ended it", .paidMonth().upgraded()),
    Quiet("nobody paid for a family member's copy", .paidUnlock().familyShared()),
    Quiet(
      "the job ignores family copies", .paidUnlock().familyShared(),
      .noon { $0.rules.family = .ignore }),
    Quiet("an order waits: that is stuck-pending", .paid().pending()),
    Quiet("an order failed: that is stuck-pending", .paid().failed()),
    Quiet("the ledger took it back: refund-without-revocation", .paid().takenBack()),
    Quiet("it is held back on purpose", .paid().withheld()),
    Quiet("a row newer than the as-of is not judged", .paid().granted { $0.grantedAt = .later }),
    Quiet("the store contradicts itself", .paid().conflicting()),
    Quiet("a test purchase is worth nothing", .paid().inSandbox()),
    Quiet("nothing was bought in this app", .paid().inOtherApp()),
    Quiet("its order is there: granted-not-credited", .paid().granted().twoSided()),
    Quiet("its credit is there: credited-not-ordered", .paid().credited()),
    Quiet(
      "an unexplained row of the owner could not be checked",
      .paid().with { $0.neighbours.uncheckableRows = ["7"] }),
    Quiet("the shape of the ledger shows no periods", .paidMonth().with { $0.blindSpot = .shape }),
    Quiet(
      "it was bought when the window was over", .paid(),
      .noon { $0.window = Window(start: nil, end: .noon.minus(hours: 48)) }),
    Quiet(
      "the customer has another minute to open the app",
      .paidMonth().buying {
        $0.reason = .renewal
        $0.date = .noon.minus(days: 7).plus(minutes: 1)
      }, client),
    Quiet(
      "a later period is a renewal, even if the store does not say so",
      .paidMonth().tokened("a-token").buying { $0.isLaterPeriod = true }, client),
    Quiet("a purchase without a token waits like a renewal", .paid(), client),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.missedDelivery.judge(example) == nil)
  }

  @Test func `names the rows that may have to do with it`() throws {
    let group = MatchGroup.paid().tokened("a-token").with {
      $0.neighbours.possibleFixes = ["5"]
      $0.neighbours.likelyOrders = ["6"]
      $0.neighbours.roundedRows = ["7"]
    }
    let answer = try #require(Rule.missedDelivery.judge(group, .noon))
    #expect(
      answer.notes == [
        "likely its order: row 6",
        "row 7 may be its delivery: its id looks rounded",
        "may have been settled by hand: row 5",
      ])
    #expect(answer.suggestion == "look at the rows named before granting it")
  }

  @Test func `says that the owner is unknown where there is no token`() {
    let words = "no account token: the owner is unknown to the store"
    #expect(Rule.missedDelivery.judge(.paid(), .noon)?.notes == [words])
    #expect(Rule.missedDelivery.judge(.paid().tokened("a-token"), .noon)?.notes == [])
  }
}

@Suite struct `missed-delivery of access` {
  static let open = MatchGroup.paidMonth().access(until: .noon.plus(days: 28))

  @Test func `speaks up where a subscription gives access now and no row does`() throws {
    let answer = try #require(Rule.missedDelivery.judge(Self.open, .noon))
    #expect(answer.severity == .loss)
    #expect(answer.amount == Money(milliunits: 9_990, currency: "USD"))
  }

  @Test(arguments: [
    Quiet("a row gives access", open.granted { $0.expiresAt = .noon.plus(days: 28) }),
    Quiet("access is over to the minute", .paidMonth().access(until: .noon)),
    Quiet("the store names no end", .paidMonth().access(until: nil)),
    Quiet("an order waits: that is stuck-pending", open.pending()),
    Quiet("it is held back on purpose", open.withheld()),
    Quiet(
      "only the newest period gives it, and that is fresh",
      .paidMonth().access(until: .noon.plus(days: 30), settled: .noon.minus(days: 1))),
    Quiet("nobody paid for a family member's copy", open.familyShared()),
    Quiet("the store contradicts itself", open.conflicting()),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.missedDelivery.judge(example) == nil)
  }
}

extension Instant {
  fileprivate static let later = Instant.noon.plus(minutes: 1)
}

extension Gap {
  fileprivate static let shape = Gap(nature: .limit, reason: "the ledger shows no periods")
}
