/// Which cell of a row holds which column.
struct RowLayout: Sendable {
  /// The cell of each column, by the column's place; nil for one that the source has not.
  private var cells: [Int?] = Array(repeating: nil, count: LedgerColumn.allCases.count)
  /// The source's own name of each cell that is read.
  private(set) var names: [String] = []
  /// The cells that decide whether a row belongs to the App Store's, with the texts they may hold.
  private(set) var scope: [(cell: Int, allowed: [[UInt8]])] = []
  /// The cell of the payload as received, where a preset knows one.
  private(set) var payload: Int?

  /// The cell of a column.
  subscript(column: LedgerColumn) -> Int? { cells[column.index] }

  /// The source's own name of a column; its canonical one where the source has none.
  func name(of column: LedgerColumn) -> String {
    cells[column.index].map { names[$0] } ?? column.rawValue
  }

  /// Lays a column into the next cell.
  mutating func add(_ column: LedgerColumn, named name: String) {
    cells[column.index] = cell(named: name)
  }

  /// Lays a column of the scope.
  mutating func addScope(named name: String, allowing texts: [String]) {
    scope.append((cell(named: name), texts.map { Array($0.utf8) }))
  }

  /// Lays the payload as received.
  mutating func addPayload(named name: String) {
    payload = cell(named: name)
  }

  /// Whether every column of the scope holds one of its texts, with or without blanks around it.
  func admits(_ row: SourceRow) -> Bool {
    for (cell, allowed) in scope {
      let asFound = row.bytes.span.extracting(row.asFound(cell))
      let trimmed = row.bytes.span.extracting(row.trimmed(cell))
      guard allowed.contains(where: { trimmed.equals($0) || asFound.equals($0) }) else {
        return false
      }
    }
    return true
  }

  /// One column of the source may serve twice: a row's key that is its transaction id.
  private mutating func cell(named name: String) -> Int {
    if let cell = names.firstIndex(of: name) { return cell }
    names.append(name)
    return names.count - 1
  }
}
