/// One cell of a table.
package enum CSVCell: Equatable, Hashable, Sendable {
  /// Any text; a spreadsheet will not take it for a formula.
  case text(String)
  /// A plain decimal number, written as it stands; anything else is written as text.
  case number(String)
  /// Nothing: unknown, or not applicable.
  case empty
}

/// Writes a table: RFC 4180, UTF-8, LF.
///
/// A text that begins with `=`, `+`, `-`, `@`, a tab or a CR is a formula to a spreadsheet, so it
/// gets a leading `'`, unless it is a plain number, which is harmless. How often that happened is
/// counted, since a reader of the file has to take the `'` off again.
package struct CSVWriter: Sendable {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []
  /// How many rows have been written, the header not counted.
  package private(set) var rowCount = 0
  /// How many cells got a leading `'`.
  package private(set) var guardedCount = 0

  private let columnCount: Int

  /// A table with these columns.
  package init(header: [String]) {
    columnCount = header.count
    writeLine(header.map(CSVCell.text))
  }

  /// Adds a row, which has as many cells as there are columns.
  package mutating func row(_ cells: [CSVCell]) {
    precondition(cells.count == columnCount, "a row has one cell for each column")
    writeLine(cells)
    rowCount += 1
  }

  /// Hands over what has been written and forgets it, for output that is written in blocks.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private mutating func writeLine(_ cells: [CSVCell]) {
    let start = bytes.count
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(.comma) }
      switch cell {
      case .text(let text), .number(let text): write(text)
      case .empty: break
      }
    }
    // A row of one empty cell would be a blank line, which readers drop.
    if bytes.count == start { bytes.append(contentsOf: [.doubleQuote, .doubleQuote]) }
    bytes.append(.lineFeed)
  }

  private mutating func write(_ text: String) {
    let isGuarded = Self.looksLikeFormula(text)
    if isGuarded { guardedCount += 1 }
    let needsQuotes = text.utf8.contains {
      $0 == .comma || $0 == .doubleQuote || $0 == .lineFeed || $0 == .carriageReturn
    }
    if needsQuotes { bytes.append(.doubleQuote) }
    if isGuarded { bytes.append(.singleQuote) }
    if needsQuotes {
      for byte in text.utf8 {
        if byte == .doubleQuote { bytes.append(.doubleQuote) }
        bytes.append(byte)
      }
      bytes.append(.doubleQuote)
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }

  private static func looksLikeFormula(_ text: String) -> Bool {
    switch text.utf8.first {
    case .equals, .at, .tab, .carriageReturn: true
    case .plus, .minus: !isPlainNumber(text)
    default: false
    }
  }

  /// Whether a text is `[+-]?[0-9]+(\.[0-9]+)?` with an exponent or without.
  private static func isPlainNumber(_ text: String) -> Bool {
    let unsigned =
      text.utf8.first == .plus || text.utf8.first == .minus ? text.dropFirst() : text[...]
    var scanner = JSONScanner(Array(unsigned.utf8), dialect: .json5)
    let token = try? scanner.nextValue()
    let isDecimal = unsigned.utf8.allSatisfy {
      $0 != UInt8(letter: "x") && $0 != UInt8(letter: "X")
    }
    return token?.kind == .number && token?.range == 0..<unsigned.utf8.count && isDecimal
      && unsigned.utf8.first?.isDigit == true
  }
}
