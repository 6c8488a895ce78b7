package import Formats

/// One place of an input at which something is wrong.
package struct InputPlace: Equatable, Sendable, CustomStringConvertible {
  /// How a source counts.
  package enum Position: Equatable, Sendable {
    case line(Int)
    case row(Int)
    /// A place inside a text, both from 1.
    case lineAndColumn(Int, Int)
  }

  /// The file, as its path was given.
  package var file: String
  package var position: Position?
  /// The ledger's own key of the row.
  package var key: String?
  /// The column by the source's own name, or the key.
  package var column: String?
  /// What was found there.
  package var value: String?
  /// What is wrong with it.
  package var reason: String

  package init(
    file: String, position: Position? = nil, key: String? = nil, column: String? = nil,
    value: String? = nil, reason: String
  ) {
    self.file = file
    self.position = position
    self.key = key
    self.column = column
    self.value = value
    self.reason = reason
  }

  /// A place that a reader of files complained about.
  package init(_ complaint: Complaint, file: String) {
    self.init(
      file: complaint.file ?? file, position: .line(complaint.line), column: complaint.column,
      value: complaint.value, reason: complaint.message)
  }

  /// The place, what stands there, and what is wrong with it.
  package var description: String {
    var words = file == "-" ? "standard input" : VisibleText.escaped(file)
    switch position {
    case .line(let line): words += ", line \(line)"
    case .row(let row): words += ", row \(row)"
    case .lineAndColumn(let line, let column): words += ":\(line):\(column)"
    case nil: break
    }
    if let key { words += " (\(VisibleText.short(key)))" }
    if let column { words += ", \(VisibleText.short(column))" }
    if let value { words += " = \"\(VisibleText.short(value))\"" }
    return words + ": " + VisibleText.escaped(reason)
  }
}
