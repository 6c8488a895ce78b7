import Formats
import Reconciliation
import Records

/// Control totals as JSON: what was read and where it ended up, in counts and in money.
///
/// A class that holds nothing is left out; the classes sum to `read`.
enum TotalsJSON {
  static func write(_ totals: ControlTotals, _ texts: TextTable, _ writer: inout JSONWriter) {
    writer.object { object in
      object.key("store")
      write(totals.store, texts, isMoneyDue: true, &object)
      object.key("ledger")
      write(totals.ledger, texts, isMoneyDue: false, &object)
      object.member("balanced", totals.isBalanced)
    }
  }

  /// The store's side always speaks of money, a ledger's only where it has amounts.
  private static func write<Class: TotalsClass>(
    _ side: SideTotals<Class>, _ texts: TextTable, isMoneyDue: Bool, _ writer: inout JSONWriter
  ) {
    let currencies = side.currencies(texts)
    writer.object { object in
      object.member("read", side.read)
      object.key("classes")
      object.object { classes in
        for name in side.classes { classes.member(name.rawValue, side.counts[name] ?? 0) }
      }
      guard isMoneyDue || !currencies.isEmpty else { return }
      object.key("money")
      object.object { money in
        for currency in currencies { write(currency, &money) }
      }
    }
  }

  private static func write<Class: TotalsClass>(
    _ currency: CurrencyTotals<Class>, _ money: inout JSONWriter
  ) {
    money.key(currency.name)
    money.object { object in
      object.member("read", currency.read)
      for name in Class.allCases {
        if let sum = currency.sums[name] { object.member(name.rawValue, sum) }
      }
    }
  }
}
