import Matching
import Records
import Rules
import Specimens
import Testing

/// Which kinds may stand together about one purchase: every combination of facts is tried.
@Suite struct `kinds about one purchase` {
  @Test(arguments: Combination.all)
  func `never stand together where one excludes the other`(_ combination: Combination) {
    let clashes = combination.answers.filter { answer in
      Self.forbidden.contains { $0.isSubset(of: answer.kinds) }
    }
    #expect(
      clashes.isEmpty, "such as \(clashes.first?.kinds ?? []) about \(clashes.first?.rows ?? [])")
  }

  @Test(arguments: Combination.all.filter { $0.purchase.purchase?.isRevoked == true })
  func `are none where the store took back what was never granted`(_ combination: Combination) {
    let wrong = combination.answers.filter { $0.isEmptyHanded && !$0.kinds.isEmpty }
    #expect(wrong.isEmpty, "such as \(wrong.first?.kinds ?? []) about \(wrong.first?.rows ?? [])")
  }

  @Test func `are told apart by the combinations`() {
    let seen = Combination.all.reduce(into: Set<FindingKind>()) { seen, combination in
      for answer in combination.answers { seen.formUnion(answer.kinds) }
    }
    let ofRowsAlone: Set<FindingKind> = [.unknownGrant, .badLedgerRow]
    #expect(seen == Set(FindingKind.allCases).subtracting(ofRowsAlone))
  }

  /// The sets of kinds of which all but one must be silent.
  static let forbidden: [Set<FindingKind>] =
    alone.flatMap { one in FindingKind.allCases.filter { $0 != one }.map { [one, $0] } }
    + pairs.flatMap { one, others in others.map { [one, $0] } }

  private static let alone: [FindingKind] = [.environmentMismatch, .bundleMismatch]

  private static let pairs: [(FindingKind, [FindingKind])] = [
    (.refundNotApplied, [.doubleGrant, .crossAccountGrant, .entitlementTooLong]),
    (.crossAccountGrant, [.doubleGrant]),
    (.quantityMismatch, [.doubleGrant]),
    (.stuckPending, [.missedDelivery, .refundWithoutRevocation]),
    (.refundWithoutRevocation, [.missedDelivery]),
    (.grantedNotCredited, [.missedDelivery, .creditedNotOrdered]),
    (.creditedNotOrdered, [.missedDelivery]),
    (.missedDelivery, [.doubleGrant, .crossAccountGrant, .quantityMismatch, .refundNotApplied]),
    (.unverifiable, [.missedDelivery]),
  ]
}

/// What the rules say about one group.
typealias Judged = (kinds: [FindingKind], rows: [String], isEmptyHanded: Bool)

/// One way in which a purchase may be, with every row that may stand beside it.
struct Combination: Sendable, CustomStringConvertible {
  let description: String
  let purchase: MatchGroup

  static let all: [Combination] = [
    Combination(description: "a pack", purchase: .paid().tokened("a-token")),
    Combination(description: "three packs", purchase: .paid().ofUnits(3)),
    Combination(description: "a fresh pack", purchase: .paid(minutesAgo: 1)),
    Combination(description: "a refunded pack", purchase: .paid().refunded()),
    Combination(description: "a pack just refunded", purchase: .paid().refunded(minutesAgo: 1)),
    Combination(description: "a month", purchase: .paidMonth().tokened("a-token")),
    Combination(description: "an upgraded month", purchase: .paidMonth().upgraded()),
    Combination(description: "a month, really refunded", purchase: .paidMonth().refunded()),
    Combination(description: "a family copy", purchase: .paidUnlock().familyShared()),
    Combination(description: "a test", purchase: .paid().inSandbox()),
    Combination(description: "another app's", purchase: .paid().inOtherApp()),
    Combination(description: "a contradiction", purchase: .paid().conflicting()),
    Combination(
      description: "access", purchase: .paidMonth().access(until: .noon.plus(days: 9))),
    Combination(
      description: "access that is over",
      purchase: .paidMonth().access(until: .noon.minus(days: 9), mayHaveGrace: true)),
    Combination(
      description: "a pack beside a row that was not seen",
      purchase: .paid().with { $0.neighbours.uncheckableRows = ["7"] }),
  ]

  /// What the rules say about the purchase with every pair of rows, on one side and on two.
  var answers: [Judged] { Self.judged[description] ?? [] }

  private static let judged = all.reduce(into: [String: [Judged]]()) {
    $0[$1.description] = $1.judge()
  }

  private func judge() -> [Judged] {
    groups.flatMap { group in
      Self.jobs.map { job in
        (
          RuleBook.current.filter { $0.judge(group, job) != nil }.map(\.kind),
          group.rows.map { "\($0.role) \($0.state) to \($0.user)" },
          group.grants(asOf: job.asOf).isEmpty
        )
      }
    }
  }

  private var groups: [MatchGroup] {
    let alone = Self.rows.map { $0(purchase) }
    let pairs = Self.rows.indices.flatMap { second in
      Self.rows[...second].map { Self.rows[second]($0(purchase)) }
    }
    return [purchase, purchase.twoSided()] + alone + alone.map { $0.twoSided() } + pairs
      + pairs.map { $0.asEvents() }
  }

  private static let jobs: [Circumstances] = [
    .noon, .noon { $0.rules.delivery = .client }, .noon { $0.rules.family = .missed },
    .noon { $0.owners = ["a-token": "u2"] },
    .noon { $0.window = Window(start: .noon.minus(hours: 30), end: .noon) },
  ]

  private static let rows: [@Sendable (MatchGroup) -> MatchGroup] = [
    { $0.granted() }, { $0.granted(to: "u2") }, { $0.granted { $0.quantity = 2 } },
    { $0.granted { $0.quantity = 0 } }, { $0.pending() }, { $0.failed() }, { $0.withheld() },
    { $0.takenBack() }, { $0.takenBack(from: "u2") }, { $0.credited() },
    { $0.credited(to: "u2") }, { $0.granted { $0.tie = .otherEnvironment } },
    { $0.granted { $0.tie = .otherBundle } },
    { $0.granted { $0.storeProduct = "coins.500" } },
    { $0.granted { $0.purchaseTime = Instant(milliseconds: 1) } },
    { $0.granted { $0.expiresAt = .noon.plus(days: 60) } },
    { $0.granted { $0.expiresAt = .noon.minus(days: 1) } },
    { $0.granted { $0.grantedAt = .noon.plus(hours: 1) } },
  ]
}
