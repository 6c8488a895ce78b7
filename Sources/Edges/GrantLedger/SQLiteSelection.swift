import Matching
import SQLite

/// What is read of a database, and where the ledger's columns lie in it.
struct SQLiteSelection {
  let sql: String
  let layout: RowLayout
  /// The statement's column of each cell.
  let places: [Int]
  let hasUniqueTransactionIDs: Bool
}

extension SQLiteLedger {
  /// The statement that reads the ledger: of a table the columns that are needed.
  func selection() throws(InputFailure) -> SQLiteSelection {
    let header = try header()
    let layout = try LedgerMapping(settings).layout(of: header, ignoringCase: true, file: file)
    let isUnique = try isUnique(layout.name(of: .transactionID))
    if let query = settings.query {
      return SQLiteSelection(
        sql: query, layout: layout,
        places: layout.names.compactMap { header.firstIndex(of: $0) },
        hasUniqueTransactionIDs: isUnique)
    }
    let columns = layout.names.map(Self.quoted).joined(separator: ", ")
    return SQLiteSelection(
      sql: "SELECT \(columns) FROM \(Self.quoted(table))", layout: layout,
      places: Array(layout.names.indices), hasUniqueTransactionIDs: isUnique)
  }

  /// Hands over each row of a selection; SQL's null is nothing.
  func forEachRow(
    of selection: SQLiteSelection, _ take: (SourceRow) -> Void
  ) throws(InputFailure) {
    var row = SourceRow()
    try forEachRow(of: selection.sql) { statement in
      row.clear()
      row.number += 1
      for place in selection.places {
        let isThere: Void? = statement.withBytes(at: place) { row.append($0) }
        if isThere == nil { row.appendNothing() }
      }
      take(row)
    }
  }

  /// The pairs of a map that a statement gives.
  func pairs(_ sql: String, _ columns: MapColumns) throws(InputFailure) -> [MapPair] {
    let file = "the query of `\(columns.name)`"
    let header = try header(of: sql, as: columns.name)
    let place = try MapPairs.place(of: columns, in: header, file: file)
    var pairs = MapPairs(columns, file: file, unit: .row)
    var number = 0
    try forEachRow(of: sql) { statement in
      number += 1
      pairs.add(
        statement.text(at: place.key) ?? "", statement.text(at: place.value) ?? "", at: number)
    }
    return try pairs.checked()
  }
}

extension LedgerReader {
  /// Reads a table or a statement of a SQLite database, all of it as it stood at one moment.
  static func readSQLite(
    _ settings: LedgerSettings, _ path: String, _ index: Int, into books: inout Books
  ) throws(InputFailure) -> LedgerSummary {
    let source = try SQLiteLedger(settings, path: path)
    return try source.snapshot { () throws(InputFailure) in
      let maps = try LedgerMaps(settings) { (sql, columns) throws(InputFailure) in
        try source.pairs(sql, columns)
      }
      let selection = try source.selection()
      var translator = try RowTranslator(
        settings, at: index, layout: selection.layout, maps: maps,
        complaints: ReadingComplaints(file: source.file, unit: .row), texts: &books.texts)
      try source.forEachRow(of: selection) { row in
        guard let cell = row.brokenCell else { return translator.add(row, to: &books) }
        translator.complaints.note(
          row.number, column: selection.layout.names[cell], value: row.string(row.asFound(cell)),
          "this is no text in UTF-8; read it as text, for example by hex() in a query")
      }
      try translator.complaints.check("the ledger `\(settings.name)`")
      var summary = translator.summary
      summary.hasUniqueTransactionIDs = selection.hasUniqueTransactionIDs
      return summary
    }
  }
}
