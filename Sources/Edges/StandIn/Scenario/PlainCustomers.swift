import Records

/// Customers of whom the ledger knows everything as it should be.
enum PlainCustomers {
  /// The story of the customer with that number; the same for the same seed.
  static func story(number: Int, seed: UInt64, of scenario: Scenario) -> Story {
    // A stream beside the mint's, so that what is bought says nothing about ids.
    var random = SeededRandom(seed: seed &+ 0x5151, stream: number)
    var steps: [Step] = []
    // Nobody buys for good what they have for good, or subscribes twice in one group.
    var lasting: Set<Int64> = []
    let drawn = random.number(in: 1...3)
    let habit = Habit(oldest: scenario.oldestDays.map { $0 * 86_400 } ?? 13_000_000)
    for purchase in 1...(scenario.purchasesEach.map(Int64.init) ?? drawn) {
      let label = "purchase \(purchase)"
      switch random.number(in: 0...9) {
      case 6 where lasting.insert(6).inserted: steps += once(label, .proUnlock, habit, &random)
      case 7: steps += once(label, .seasonPass, habit, &random)
      case 8...9 where lasting.insert(8).inserted: steps += subscription(label, habit, &random)
      default: steps += coins(label, habit, &random)
      }
    }
    if number <= scenario.buyersTomorrow {
      let ago = Ago.minutes(-random.number(in: 60...1_380))
      steps += [.buy("tomorrow", .coins100, ago: ago), .grant("tomorrow")]
    }
    return Story("plain customer \(number)", steps)
  }

  /// When these customers buy.
  private struct Habit {
    /// Seconds before the clock.
    let oldest: Int64

    /// Between half a day and the oldest.
    func ago(_ random: inout SeededRandom) -> Ago {
      .seconds(random.number(in: 43_200...max(43_200, oldest)))
    }
  }

  private static func coins(
    _ label: String, _ habit: Habit, _ random: inout SeededRandom
  ) -> [Step] {
    let products = [ProductOnSale.coins100, .coins500, .coins1200]
    let product = products[Int(random.number(in: 0...2))]
    let quantity = random.happens(inHundred: 10) ? random.number(in: 2...5) : 1
    let hasToken = random.happens(inHundred: 80)
    return [
      .buy(label, product, ago: habit.ago(&random)) {
        $0.quantity = quantity
        $0.hasToken = hasToken
      },
      .grant(label),
    ]
  }

  private static func once(
    _ label: String, _ product: ProductOnSale, _ habit: Habit, _ random: inout SeededRandom
  ) -> [Step] {
    [.buy(label, product, ago: habit.ago(&random)), .grant(label)]
  }

  private static func subscription(
    _ label: String, _ habit: Habit, _ random: inout SeededRandom
  ) -> [Step] {
    let product =
      random.happens(inHundred: 50) ? ProductOnSale.goldMonthly : ProductOnSale.silverMonthly
    let start = habit.ago(&random)
    var steps: [Step] = [.buy(label, product, ago: start), .grant(label)]
    let periodsSince = start.milliseconds / (product.periodDays * Milliseconds.day)
    let renewals = min(periodsSince, random.number(in: 0...6))
    var last = label
    for period in 0..<renewals {
      let next = "\(label), period \(period + 2)"
      steps += [.renew(next, of: last), .grant(next)]
      last = next
    }
    return steps
  }
}
