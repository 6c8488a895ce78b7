/// The world of the demo: every fault that can be planted, and beside each what only looks so.
package enum DemoScenario {
  /// The app of the demo.
  package static let bundleID = "com.example.game"
  static let otherBundleID = "com.example.puzzle"

  /// All stories, and customers of whom there is nothing to tell.
  package static func scenario(plainCustomers: Int = 45) -> Scenario {
    Scenario(
      stories: missedDeliveries + lookingMissed + doubleGrants + lookingDoubled + refunds
        + lookingRefunded + wrongFacts + lookingWrong + rowsWithoutPurchase + lookingUnknown,
      plainCustomers: plainCustomers)
  }
}
