import Matching
package import Records

/// What was counted on one side, by class: a class and nothing else holds each record or row.
package struct SideTotals<Class: Hashable & Sendable>: Sendable {
  /// Counted on the way in.
  package let read: Int
  /// Thousandths by currency, summed on the way in.
  package let moneyRead: [Text: Int64]
  /// Counted on the way out.
  package private(set) var counts: [Class: Int] = [:]
  /// Thousandths by currency and class, summed on the way out.
  package private(set) var money: [Text: [Class: Int64]] = [:]

  init(_ intake: Intake) {
    read = intake.count
    moneyRead = intake.money
  }

  mutating func add(_ name: Class, _ amount: (milliunits: Int64, currency: Text)?) {
    counts[name, default: 0] += 1
    guard let amount else { return }
    money[amount.currency, default: [:]][name, default: 0] &+= amount.milliunits
  }

  /// Whether what came in is what came out, in counts and in money.
  package var isBalanced: Bool {
    counts.values.reduce(0, +) == read
      && money.mapValues { $0.values.reduce(0, &+) } == moneyRead
  }

  /// How the two differ, in words.
  package var difference: String {
    "\(read) were read and \(counts.values.reduce(0, +)) classified"
  }
}

/// Both sides' totals, taken on the way in and again on the way out.
package struct ControlTotals: Sendable {
  package var store: SideTotals<StoreClass>
  package var ledger: SideTotals<LedgerClass>

  /// Whether both sides balance; if not the run must not be believed.
  package var isBalanced: Bool { store.isBalanced && ledger.isBalanced }
}
