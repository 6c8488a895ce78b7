// Rows that no purchase explains, and one that only seems to be such.
extension DemoScenario {
  static let rowsWithoutPurchase: [Story] = [
    Story(
      "coins that nobody bought",
      [
        .buy("first", .coins100, ago: .days(31)), .grant("first"),
        .row("forged", .coins1200, ago: .days(3), id: .invented),
        .plantRow("unknown-grant", row: "forged"),
      ]),
    Story(
      "a grant without an id",
      [
        .row("nameless", .coins500, ago: .days(12), id: .absent),
        .plantRow("bad-ledger-row", row: "nameless"),
      ]),
    Story(
      "an id that went through a spreadsheet",
      [
        .row("rounded", .coins100, ago: .days(16), id: .text("4.3E+14")),
        .plantRow("bad-ledger-row", row: "rounded"),
      ]),
    Story(
      "another provider's id",
      [
        .row("foreign", .seasonPass, ago: .days(20), id: .text("pi_3MtwBwLkdIwHu7ix28a3tqPa")),
        .plantRow("bad-ledger-row", row: "foreign"),
      ]),
  ]

  static let lookingUnknown: [Story] = [
    Story(
      "bought after the store was asked",
      silentBecause: "The row is newer than the store's word, so it is not judged yet.",
      [
        .buy("first", .coins100, ago: .days(5)), .grant("first"),
        .buy("second", .coins500, ago: .minutes(-2)), .grant("second"),
      ])
  ]
}
