/// What happened to one customer.
package struct Story: Sendable, Equatable {
  package var name: String
  /// Why nothing may be reported about it; nil where the story is no trap.
  package var silentBecause: String?
  package var steps: [Step]

  package init(_ name: String, silentBecause: String? = nil, _ steps: [Step]) {
    self.name = name
    self.silentBecause = silentBecause
    self.steps = steps
  }
}

/// All stories of a world.
package struct Scenario: Sendable, Equatable {
  package var stories: [Story]
  /// How many customers besides, of whom everything is as it should be.
  package var plainCustomers: Int
  /// How many of them buy once more in the day after the clock.
  package var buyersTomorrow: Int
  /// How many purchases each of them made; nil for one to three.
  package var purchasesEach: Int?
  /// How long ago the first of their purchases may lie, in days; nil for about five months.
  package var oldestDays: Int64?

  package init(
    stories: [Story], plainCustomers: Int = 0, buyersTomorrow: Int = 0, purchasesEach: Int? = nil,
    oldestDays: Int64? = nil
  ) {
    self.stories = stories
    self.plainCustomers = plainCustomers
    self.buyersTomorrow = buyersTomorrow
    self.purchasesEach = purchasesEach
    self.oldestDays = oldestDays
  }
}
