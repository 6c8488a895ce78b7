// What the store took back and the ledger did not, the reverse, and what only looks so.
extension DemoScenario {
  static let refunds: [Story] = [
    Story(
      "taken back, and the store knows of no refund",
      [
        .buy("coins", .coins500, ago: .days(14)), .grant("coins") { $0.state = "refunded" },
        .plant("refund-without-revocation", on: "coins"),
      ]),
    Story(
      "a reversed refund that was not given again",
      [
        .buy("coins", .coins1200, ago: .days(30)), .refund(of: "coins", ago: .days(20)),
        .reverseRefund(of: "coins", ago: .days(13)),
        .grant("coins") { $0.state = "refunded" },
        .plant("refund-without-revocation", on: "coins"),
      ]),
    Story(
      "refunded coins that were kept",
      [
        .buy("coins", .coins1200, ago: .days(18)), .grant("coins"),
        .refund(of: "coins", ago: .days(5)),
        .plant("refund-not-applied", on: "coins"),
      ]),
    Story(
      "a refunded month that is long over",
      [
        .buy("month 1", .goldMonthly, ago: .days(65)), .grant("month 1"),
        .refund(of: "month 1", ago: .days(50)),
        .plant("refund-not-applied", on: "month 1"),
      ]),
    Story(
      "a family share that ended",
      [
        .buy("coins", .coins100, ago: .days(21)), .grant("coins"),
        .buy("share", .proUnlock, ago: .days(60)) {
          $0.isFamilyShared = true
          $0.hasToken = false
        },
        .grant("share"), .refund(of: "share", ago: .days(7)),
        .plant("refund-not-applied", on: "share"),
      ]),
  ]

  static let lookingRefunded: [Story] = [
    Story(
      "refunded and taken back", silentBecause: "Both sides took it back.",
      [
        .buy("coins", .coins500, ago: .days(16)), .refund(of: "coins", ago: .days(12)),
        .grant("coins") { $0.state = "refunded" },
      ]),
    Story(
      "refunded ten minutes ago",
      silentBecause: "The refund has not had time to reach the ledger.",
      [
        .buy("coins", .coins500, ago: .days(2)), .grant("coins"),
        .refund(of: "coins", ago: .minutes(10)),
      ]),
    Story(
      "a refund that was reversed",
      silentBecause: "The purchase stands again, and so does its row.",
      [
        .buy("coins", .coins1200, ago: .days(33)), .grant("coins"),
        .refund(of: "coins", ago: .days(22)), .reverseRefund(of: "coins", ago: .days(10)),
      ]),
    Story(
      "an upgrade that paid back the rest of the month",
      silentBecause: "Money back for an upgrade is no refund: the period was superseded.",
      [
        .buy("silver", .silverMonthly, ago: .days(19)), .grant("silver"),
        .upgrade("gold", of: "silver", to: .goldYearly, ago: .days(17), paysBack: true),
        .grant("gold"),
      ]),
  ]
}
