// Rows that find their purchase and say something else of it, and what only looks so.
extension DemoScenario {
  static let wrongFacts: [Story] = [
    Story(
      "a sandbox purchase granted as a real one",
      [
        .buy("real", .coins100, ago: .days(28)), .grant("real"),
        .buy("test", .coins1200, ago: .days(4)) { $0.environment = .sandbox },
        .grant("test") { $0.environment = .production },
        .plant("environment-mismatch", on: "test"),
      ]),
    Story(
      "a purchase of another app",
      [
        .buy("ours", .coins100, ago: .days(24)), .grant("ours"),
        .buy("theirs", .coins1200, ago: .days(9)) { $0.bundleID = DemoScenario.otherBundleID },
        .grant("theirs"),
        .plant("bundle-mismatch", on: "theirs"),
      ]),
    Story(
      "the dearer coins for the price of the cheaper",
      [
        .buy("coins", .coins500, ago: .days(11)), .grant("coins") { $0.product = .coins1200 },
        .plant("product-mismatch", on: "coins"),
      ]),
    Story(
      "three paid, one given",
      [
        .buy("coins", .coins100, ago: .days(7)) { $0.quantity = 3 },
        .grant("coins") { $0.quantity = 1 },
        .plant("quantity-mismatch", on: "coins"),
      ]),
    Story(
      "granted to the owner of another token",
      [
        .buy("coins", .coins500, ago: .days(15)),
        .grant("coins") {
          $0.user = 1
          $0.token = .foreign
        },
        .plant("owner-mismatch", on: "coins"),
      ]),
    Story(
      "a row older than its purchase",
      [
        .buy("coins", .coins500, ago: .days(10)), .grant("coins") { $0.hoursEarly = 30 },
        .plant("time-mismatch", on: "coins"),
      ]),
  ]

  static let lookingWrong: [Story] = [
    Story(
      "a token in capitals", silentBecause: "UUIDs are the same in either case.",
      [.buy("coins", .coins500, ago: .days(9)), .grant("coins") { $0.token = .capitals }]),
    Story(
      "blanks around an id", silentBecause: "Blanks around an id are not part of it.",
      [.buy("coins", .coins100, ago: .days(8)), .grant("coins") { $0.id = .padded }]),
    Story(
      "granted four days late", silentBecause: "Late is late, and no wrong time.",
      [.buy("pass", .seasonPass, ago: .days(13)), .grant("pass") { $0.delay = .days(4) }]),
    Story(
      "a test marked as a test",
      silentBecause: "The row says itself that it belongs to the sandbox.",
      [
        .buy("real", .coins100, ago: .days(17)), .grant("real"),
        .buy("test", .coins500, ago: .days(6)) { $0.environment = .sandbox }, .grant("test"),
      ]),
  ]
}
