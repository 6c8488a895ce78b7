// What was paid for and never came, and what only looks so.
extension DemoScenario {
  static let missedDeliveries: [Story] = [
    Story(
      "coins that never came",
      [
        .buy("first", .coins100, ago: .days(40)), .grant("first"),
        .buy("second", .coins500, ago: .days(2)) { $0.isHeard = false },
        .plant("missed-delivery", on: "second"),
      ]),
    Story(
      "a renewal that the server never heard of",
      [
        .buy("month 1", .goldMonthly, ago: .days(66)), .grant("month 1"),
        .renew("month 2", of: "month 1"), .grant("month 2"),
        .renew("month 3", of: "month 2"),
        .plant("missed-delivery", on: "month 3"),
      ]),
    Story(
      "a free trial without access",
      [
        .buy("coins", .coins100, ago: .days(20)), .grant("coins"),
        .buy("trial", .silverMonthly, ago: .days(3)) {
          $0.isFreeTrial = true
          $0.isHeard = false
        },
        .plant("missed-delivery", on: "trial"),
      ]),
    Story(
      "somebody whom only a notification names",
      [
        .buy("coins", .coins1200, ago: .hours(30)) {
          $0.hasToken = false
          $0.isHeard = false
        },
        .plant("missed-delivery", on: "coins"),
      ]),
    Story(
      "an order stuck in pending",
      [
        .buy("pass", .seasonPass, ago: .days(3)),
        .grant("pass") { $0.state = "pending" },
        .plant("stuck-pending", on: "pass"),
      ]),
    Story(
      "an order that failed and was not tried again",
      [
        .buy("coins", .coins500, ago: .days(6)),
        .grant("coins") { $0.state = "failed" },
        .plant("stuck-pending", on: "coins"),
      ]),
  ]

  static let lookingMissed: [Story] = [
    Story(
      "bought ten minutes ago", silentBecause: "The purchase has not had time to reach the ledger.",
      [
        .buy("first", .coins100, ago: .days(12)), .grant("first"),
        .buy("second", .coins500, ago: .minutes(10)),
      ]),
    Story(
      "an upgraded period",
      silentBecause: "The period was cut short by the upgrade; the new product was granted.",
      [
        .buy("silver", .silverMonthly, ago: .days(9)),
        .upgrade("gold", of: "silver", to: .goldMonthly, ago: .days(8), paysBack: false),
        .grant("gold"),
      ]),
    Story(
      "a family share never opened",
      silentBecause: "Nobody paid for a family member's copy and nobody asked for it.",
      [
        .buy("coins", .coins100, ago: .days(30)), .grant("coins"),
        .buy("share", .proUnlock, ago: .days(2)) {
          $0.isFamilyShared = true
          $0.hasToken = false
        },
      ]),
    Story(
      "held back on purpose", silentBecause: "A person withheld the grant and said so in its row.",
      [
        .buy("coins", .coins1200, ago: .days(4)), .grant("coins") { $0.state = "withheld" },
      ]),
    Story(
      "refunded and never granted",
      silentBecause: "The money went back and nothing was given: the two agree.",
      [
        .buy("first", .coins100, ago: .days(25)), .grant("first"),
        .buy("second", .coins500, ago: .days(10)), .refund(of: "second", ago: .days(9)),
      ]),
    Story(
      "a pending row without an id",
      silentBecause: "An order that was never paid has no purchase and gives nothing.",
      [
        .row("ask", .coins500, ago: .days(7), id: .absent) { $0.state = "pending" },
        .row("ask again", .coins500, ago: .days(5), id: .absent) { $0.state = "pending" },
      ]),
  ]
}
