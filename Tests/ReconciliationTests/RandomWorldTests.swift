import Matching
import Reconciliation
import Records
import Rules
import Specimens
import Testing

/// What holds for every pair of books, tried on hundreds of small random ones.
@Suite struct `any two books` {
  @Test(arguments: Batch.all)
  func `balance, in counts and in money`(_ batch: Batch) {
    batch.expectNone { world in
      guard let totals = Batch.outcomes[world.seed]?.totals else { return false }
      let records = world.maker.sales.count + world.maker.refused.count
      return !totals.isBalanced || totals.store.read != records
        || totals.ledger.read != world.maker.rows.count
    }
  }

  @Test(arguments: Batch.all)
  func `give the same answer in every order`(_ batch: Batch) {
    var random = SeededRandom(seed: batch.first)
    batch.expectNone { world in
      let answer = Batch.outcomes[world.seed].map(Answer.init)
      return (0..<2).contains { _ in
        world.maker.shuffled(&random).outcome(world.circumstances).map(Answer.init) != answer
      }
    }
  }

  @Test(arguments: Batch.all)
  func `give each finding an id of its own`(_ batch: Batch) {
    batch.expectNone { world in
      let ids = Batch.outcomes[world.seed]?.findings.map(\.id) ?? []
      return Set(ids).count != ids.count
    }
  }

  @Test(arguments: Batch.all)
  func `let no money belong to a family member's copy`(_ batch: Batch) {
    batch.expectNone { world in
      Batch.outcomes[world.seed]?.findings.contains { finding in
        finding.evidence.contains { $0.contains("family shared") }
          && finding.amount.map { $0.milliunits != 0 } ?? (finding.kind != .unverifiable)
      } ?? false
    }
  }

  @Test func `show every kind of finding, notice and class`() {
    var kinds: Set<FindingKind> = []
    var notices: Set<String> = []
    var classes: Set<String> = []
    for outcome in Batch.outcomes.values {
      kinds.formUnion(outcome.findings.map(\.kind))
      notices.formUnion(outcome.notices.map(\.kind))
      classes.formUnion(outcome.totals.store.counts.keys.map { "store \($0.rawValue)" })
      classes.formUnion(outcome.totals.ledger.counts.keys.map { "ledger \($0.rawValue)" })
    }
    #expect(kinds == Set(FindingKind.allCases))
    #expect(notices.isSuperset(of: RuleBook.notices.map(\.kind)))
    #expect(classes.count == StoreClass.allCases.count + LedgerClass.allCases.count)
  }
}

/// The screen passes only what no rule and no notice has anything to say about.
@Suite struct `the screen` {
  @Test(arguments: Batch.all)
  func `passes nothing about which a rule speaks`(_ batch: Batch) {
    batch.expectNone { world in
      world.eachGroup { facts, group, world in
        facts.isDisjoint(with: RuleBook.mask)
          && (RuleBook.current.contains { $0.judge(group, world.circumstances) != nil }
            || RuleBook.notices.contains { $0.judge(group, world.circumstances) != nil })
      }
    }
  }

  @Test(arguments: Batch.all)
  func `is right rule by rule: without its facts a rule is silent`(_ batch: Batch) {
    batch.expectNone { world in
      world.eachGroup { facts, group, world in
        RuleBook.current.contains {
          facts.isDisjoint(with: $0.wakes) && $0.judge(group, world.circumstances) != nil
        }
          || RuleBook.notices.contains {
            facts.isDisjoint(with: $0.wakes) && $0.judge(group, world.circumstances) != nil
          }
      }
    }
  }

  @Test func `passes most of what is plain`() {
    let maker = (1...50).reduce(BookMaker()) { maker, number in
      let date = Instant.noon.minus(days: 2, minutes: Int64(number) * 2)
      return maker.sold("\(1000 + number)") { $0.date = date }.granted("\(1000 + number)")
    }
    let match = maker.match()
    let clean = (0..<50).filter { match.facts(ofPurchase: $0).isDisjoint(with: RuleBook.mask) }
    #expect(clean.count == 50)
  }
}

/// Consecutive windows divide the findings among them.
@Suite struct `consecutive windows` {
  @Test(arguments: Batch.dated)
  func `report each finding exactly once`(_ batch: Batch) {
    batch.expectNone { world in
      let cuts = [nil, Instant.noon.minus(days: 40), .noon.minus(days: 3), nil]
      let parts = zip(cuts, cuts.dropFirst()).flatMap { start, end in
        world.ids(Window(start: start, end: end))
      }
      return parts.sorted() != world.ids(.always).sorted()
    }
  }
}
