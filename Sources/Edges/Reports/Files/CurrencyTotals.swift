import Reconciliation
import Records

/// The classes of one side, in report order.
protocol TotalsClass: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension StoreClass: TotalsClass {}
extension LedgerClass: TotalsClass {}

/// One side's money in one currency, in thousandths.
struct CurrencyTotals<Class: TotalsClass> {
  /// The ISO 4217 code; empty where a price came without one.
  let name: String
  let read: Int64
  let sums: [Class: Int64]
}

extension SideTotals where Class: TotalsClass {
  /// The classes that hold something, in report order.
  var classes: [Class] {
    Class.allCases.filter { counts[$0, default: 0] != 0 }
  }

  /// The money by currency, in the order of their codes.
  func currencies(_ texts: TextTable) -> [CurrencyTotals<Class>] {
    Set(moneyRead.keys).union(money.keys)
      .map { currency in
        CurrencyTotals(
          name: texts.string(currency), read: moneyRead[currency] ?? 0,
          sums: money[currency] ?? [:])
      }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
