import Matching
import Reconciliation
import Records
import Rules
import Specimens
import Testing

/// Thirty worlds in a row.
struct Batch: Sendable, CustomStringConvertible {
  let first: UInt64
  let oddities: RandomWorld.Oddities

  var description: String { "worlds \(first) to \(first + 29)" }
  var worlds: [RandomWorld] { (first..<first + 30).map { RandomWorld($0, oddities) } }

  static let all = batches(.all)
  static let dated = batches([])

  /// The outcomes of the worlds of all batches, worked out once.
  static let outcomes: [UInt64: Outcome] = all.flatMap(\.worlds).reduce(into: [:]) {
    $0[$1.seed] = $1.maker.outcome($1.circumstances)
  }

  private static func batches(_ oddities: RandomWorld.Oddities) -> [Batch] {
    stride(from: UInt64(0), to: 300, by: 30).map { Batch(first: $0, oddities: oddities) }
  }

  func expectNone(
    sourceLocation: SourceLocation = #_sourceLocation, where fails: (RandomWorld) -> Bool
  ) {
    let failing = worlds.filter(fails).map(\.seed)
    #expect(failing == [], sourceLocation: sourceLocation)
  }
}

extension RandomWorld {
  /// The ids of the findings inside a window.
  func ids(_ window: Window) -> [String] {
    var circumstances = circumstances
    circumstances.window = window
    return maker.outcome(circumstances)?.findings.map(\.id) ?? []
  }

  /// Whether something holds for any group of a purchase that is judged by itself.
  func eachGroup(_ holds: (Facts, MatchGroup, RandomWorld) -> Bool) -> Bool {
    let match = maker.match(circumstances)
    return (0..<match.purchaseCount).contains { purchase in
      match.accessChain(ofPurchase: purchase) == nil
        && holds(match.facts(ofPurchase: purchase), match.group(ofPurchase: purchase), self)
    }
  }
}

/// Everything of an outcome that must not depend on the order of the books.
struct Answer: Equatable {
  let findings: [Finding]
  let notices: [Notice]
  let messages: [String]
  let gaps: [Coverage.Entry]
  let limits: [Coverage.Entry]
  let store: [StoreClass: Int]
  let ledger: [LedgerClass: Int]
  let money: [String: [StoreClass: Int64]]

  init(_ outcome: Outcome) {
    findings = outcome.findings
    notices = outcome.notices
    messages = outcome.messages
    gaps = outcome.coverage.gaps
    limits = outcome.coverage.limits
    store = outcome.totals.store.counts
    ledger = outcome.totals.ledger.counts
    money = outcome.totals.store.money.reduce(into: [:]) {
      $0[outcome.texts.string($1.key)] = $1.value
    }
  }
}

extension BookMaker {
  /// What the books say; nil where a ledger's ids cannot be compared.
  func outcome(_ circumstances: Circumstances = .noon) -> Outcome? {
    try? Reconciler(circumstances, digest: toyDigest).reconcile(books())
  }
}
