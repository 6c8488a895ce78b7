// What was given more than once, and what only looks so.
extension DemoScenario {
  static let doubleGrants: [Story] = [
    Story(
      "credited twice under one id",
      [
        .buy("coins", .coins500, ago: .days(5)), .grant("coins"),
        .grant("coins") {
          $0.label = "again"
          $0.delay = .seconds(9)
        },
        .plant("double-grant", on: "coins"),
      ]),
    Story(
      "a renewal credited under both of its ids",
      [
        .buy("month 1", .goldMonthly, ago: .days(40)), .grant("month 1"),
        .renew("month 2", of: "month 1"), .grant("month 2"),
        .twin("month 2 again", of: "month 2", isListed: true),
        .grant("month 2 again") { $0.delay = .minutes(41) },
        .plant("double-grant", on: "month 2"),
      ]),
    Story(
      "one purchase, two accounts",
      [
        .buy("coins", .coins1200, ago: .days(8)) { $0.hasToken = false }, .grant("coins"),
        .grant("coins") {
          $0.label = "sister"
          $0.user = 1
          $0.delay = .minutes(3)
        },
        .plant("cross-account-grant", on: "coins"),
      ]),
    Story(
      "restored into a second account, and kept by the first",
      [
        .buy("unlock", .proUnlock, ago: .days(90)) { $0.hasToken = false }, .grant("unlock"),
        .restore("unlock again", of: "unlock", ago: .days(11)),
        .grant("unlock again") { $0.user = 1 },
        .plant("cross-account-grant", on: "unlock"),
      ]),
  ]

  static let lookingDoubled: [Story] = [
    Story(
      "one renewal under two ids, one row",
      silentBecause: "Both ids name the same period, and it was granted once.",
      [
        .buy("month 1", .silverMonthly, ago: .days(35)), .grant("month 1"),
        .renew("month 2", of: "month 1"),
        .twin("month 2 again", of: "month 2", isListed: true), .grant("month 2 again"),
      ]),
    Story(
      "granted under an id that the history leaves out",
      silentBecause: "The store, asked for the row's id, names the same period.",
      [
        .buy("month 1", .goldMonthly, ago: .days(50)), .grant("month 1"),
        .renew("month 2", of: "month 1"),
        .twin("month 2 again", of: "month 2", isListed: false), .grant("month 2 again"),
      ]),
    Story(
      "a restored unlock", silentBecause: "A restore gives a new id and charges nothing.",
      [
        .buy("unlock", .proUnlock, ago: .days(120)), .grant("unlock"),
        .restore("unlock again", of: "unlock", ago: .days(15)),
      ]),
    Story(
      "a restored pass, granted under its new id",
      silentBecause: "The restored pass is the purchase of its original id.",
      [
        .buy("pass", .seasonPass, ago: .days(70)),
        .restore("pass again", of: "pass", ago: .days(69)), .grant("pass again"),
      ]),
    Story(
      "paid twice within seconds",
      silentBecause: "Two charges and two grants agree, however close they are.",
      [
        .buy("coins", .coins100, ago: .seconds(600_100)), .grant("coins"),
        .buy("coins again", .coins100, ago: .seconds(600_088)), .grant("coins again"),
      ]),
    Story(
      "three units in three rows", silentBecause: "Three were paid for and three were given.",
      [
        .buy("coins", .coins100, ago: .days(6)) { $0.quantity = 3 },
        .grant("coins") {
          $0.label = "1 of 3"
          $0.quantity = 1
        },
        .grant("coins") {
          $0.label = "2 of 3"
          $0.quantity = 1
        },
        .grant("coins") {
          $0.label = "3 of 3"
          $0.quantity = 1
        },
      ]),
    Story(
      "a pending row beside a granted one", silentBecause: "A first attempt gives nothing.",
      [
        .buy("coins", .coins500, ago: .days(3)),
        .grant("coins") {
          $0.label = "attempt"
          $0.state = "pending"
        },
        .grant("coins"),
      ]),
  ]
}
