import Formats
import Reconciliation
import Records

/// The books' totals as tables: a line for each class that holds something, a column for the count
/// and for each currency.
struct TotalsLines {
  private let totals: ControlTotals
  private let texts: TextTable

  init(_ totals: ControlTotals, _ texts: TextTable) {
    self.totals = totals
    self.texts = texts
  }

  func add(to page: inout TextPage) {
    if totals.isBalanced {
      page.add("balanced", lead: "books: ")
    } else {
      page.add(
        "they do not balance, do not believe this report", .bad, lead: "books: ")
      add(difference: totals.store, "store", to: &page)
      add(difference: totals.ledger, "ledger", to: &page)
    }
    page.addBlank()
    add("store", totals.store, to: &page)
    page.addBlank()
    add("ledger", totals.ledger, to: &page)
  }

  private func add<Class: TotalsClass>(
    difference side: SideTotals<Class>, _ name: String, to page: inout TextPage
  ) {
    guard !side.isBalanced else { return }
    page.add("\(name): \(side.difference)", indent: 2)
  }

  private func add<Class: TotalsClass>(
    _ name: String, _ side: SideTotals<Class>, to page: inout TextPage
  ) {
    var table = TextTableau(rows: [name, "read"] + side.classes.map(\.rawValue))
    let counts = [side.read] + side.classes.map { side.counts[$0] ?? 0 }
    table.add(["count"] + counts.map(String.init))
    for currency in side.currencies(texts) {
      let sums = side.classes.map { currency.sums[$0].map(Money.decimal) ?? "" }
      table.add(
        [currency.name.isEmpty ? "no currency" : currency.name, Money.decimal(currency.read)]
          + sums)
    }
    table.add(to: &page)
  }
}

/// A table with named rows and aligned columns of figures, as many side by side as fit.
struct TextTableau {
  private let rows: [String]
  private var columns: [[String]] = []

  /// The rows' names, the head's first.
  init(rows: [String]) {
    self.rows = rows
  }

  /// A column of as many cells as there are rows, the head's first.
  mutating func add(_ cells: [String]) {
    // A name from outside stays one cell; figures are never cut.
    let head = TerminalText.wrapped(VisibleText.escaped(cells.first ?? ""), to: 16)
    columns.append([head[0] + (head.count > 1 ? "~" : "")] + cells.dropFirst())
  }

  func add(to page: inout TextPage) {
    let nameWidth = width(rows)
    var left = columns[...]
    while !left.isEmpty {
      var used = 2 + nameWidth
      let block = left.prefix { column in
        used += 2 + width(column)
        return used <= page.width
      }
      let shown = block.isEmpty ? left.prefix(1) : block
      left = left.dropFirst(shown.count)
      add(shown, nameWidth, to: &page)
    }
  }

  private func add(_ block: ArraySlice<[String]>, _ nameWidth: Int, to page: inout TextPage) {
    for (place, name) in rows.enumerated() {
      let cells = block.map { TerminalText.rightAligned($0[place], to: width($0) + 2) }
      let line = "  " + TerminalText.padded(name, to: nameWidth) + cells.joined()
      page.addAsIs(line.trimmedAtEnd, place == 0 ? .dim : .plain)
    }
  }

  private func width(_ cells: [String]) -> Int {
    cells.map(TerminalText.width).max() ?? 0
  }
}

extension String {
  /// The text without blanks at its end.
  var trimmedAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}
