import Matching
import Records
import Rules
import Specimens
import Testing

/// Which kinds may stand together about one purchase: every combination of facts is tried.
@Suite struct `kinds about one purchase` {
  @Test(arguments: Combination.all)
  func `never stand together where one excludes the other`(_ combination: Combination) {
    for circumstances in Self.jobs {
      for group in combination.groups {
        let kinds = RuleBook.current.filter { $0.judge(group, circumstances) != nil }.map(\.kind)
        let forbidden = Self.forbidden.filter { $0.isSubset(of: kinds) }
        #expect(forbidden.isEmpty, "\(group.rows.map { "\($0.state) to \($0.user)" })")
      }
    }
  }

  @Test(arguments: Combination.all)
  func `are none where the store took back what was never granted`(_ combination: Combination) {
    for circumstances in Self.jobs {
      for group in combination.groups where group.purchase?.isRevoked == true {
        guard group.access == nil, group.purchase?.conflict == nil,
          group.grants(asOf: .noon).isEmpty
        else { continue }
        #expect(RuleBook.current.allSatisfy { $0.judge(group, circumstances) == nil })
      }
    }
  }

  @Test func `are told apart by the combinations`() {
    var seen: Set<FindingKind> = []
    for group in Combination.all.flatMap(\.groups) {
      for rule in RuleBook.current where rule.judge(group, .noon) != nil { seen.insert(rule.kind) }
    }
    let ofRowsAlone: Set<FindingKind> = [.unknownGrant, .badLedgerRow]
    #expect(seen == Set(FindingKind.allCases).subtracting(ofRowsAlone))
  }

  static let jobs: [Circumstances] = [
    .noon, .noon { $0.rules.delivery = .client }, .noon { $0.rules.family = .missed },
    .noon { $0.owners = ["a-token": "u2"] },
    .noon { $0.window = Window(start: .noon.minus(hours: 30), end: .noon) },
  ]

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

  /// The purchase with up to three rows of every sort, on one side and on two.
  var groups: [MatchGroup] {
    let rows = Self.rows.indices
    var groups = [purchase, purchase.twoSided()]
    for first in rows {
      groups.append(Self.rows[first](purchase))
      for second in rows where second >= first {
        let two = Self.rows[second](Self.rows[first](purchase))
        groups += [two, two.asEvents()]
        for third in rows where third >= second { groups.append(Self.rows[third](two)) }
      }
    }
    return groups
  }

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
