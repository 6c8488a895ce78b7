import Formats
import Matching

extension LedgerReader {
  /// Reads a CSV file with a header.
  static func readCSV(
    _ settings: LedgerSettings, _ path: String, _ index: Int, into books: inout Books
  ) throws(InputFailure) -> LedgerSummary {
    let subject = "the ledger `\(settings.name)`"
    let maps = try LedgerMaps(settings, query: LedgerMaps.noDatabase(settings))
    var table = try CSVTable.open(path, as: subject)
    var complaints = ReadingComplaints(file: path, unit: .line)
    guard !table.header.isEmpty else {
      complaints.note(all: table.complaints)
      try complaints.check(subject)
      return LedgerSummary(settings, maps)
    }
    let layout = try LedgerMapping(settings).layout(
      of: table.header, ignoringCase: false, file: path, line: 1)
    let places = layout.names.compactMap { table.header.firstIndex(of: $0) }
    var translator = try RowTranslator(
      settings, at: index, layout: layout, maps: maps, complaints: complaints,
      texts: &books.texts)
    var row = SourceRow()
    try table.forEachRow { found, bytes in
      row.clear()
      row.number = found.line
      for place in places { row.append(bytes.extracting(found.range(of: place))) }
      translator.add(row, to: &books)
    }
    translator.complaints.note(all: table.complaints)
    try translator.complaints.check(subject)
    var summary = translator.summary
    // The preset promises it; a file cannot show it.
    summary.hasUniqueTransactionIDs = settings.preset != nil
    return summary
  }
}
