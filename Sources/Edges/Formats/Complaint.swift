/// One place where an input's structure cannot be read.
package struct Complaint: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The file, if it has a name.
  package let file: String?
  /// The line, from 1; for a record of several lines, its first.
  package let line: Int
  /// The column: by name in a table, by number in a document.
  package let column: String?
  /// What was found there, if it can be shown.
  package let value: String?
  /// What is wrong with it, and what to do if that is not plain.
  package let message: String

  /// A complaint; of a long value only the beginning is kept.
  package init(
    file: String? = nil, line: Int, column: String? = nil, value: String? = nil, _ message: String
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.value = value.map { VisibleText.short($0) }
    self.message = message
  }

  /// A complaint about a JSON text.
  package init(file: String? = nil, _ failure: JSONFailure) {
    self.init(
      file: file, line: failure.line, column: String(failure.column), failure.reason)
  }

  /// `ledger.csv: line 7, column state: no such state (found "grnated")`.
  package var description: String {
    var text = file.map { VisibleText.escaped($0) + ": " } ?? ""
    text += "line \(line)"
    if let column { text += ", column \(VisibleText.short(column))" }
    text += ": " + VisibleText.escaped(message)
    if let value { text += " (found \"\(value)\")" }
    return text
  }
}

/// The first complaints about an input, and how many there were.
///
/// It can be thrown: an input with any complaint is refused as a whole.
package struct Complaints: Error, Equatable, Sendable, CustomStringConvertible {
  /// How many are kept.
  package static let limit = 20

  /// The first ones, in the order of the input.
  package private(set) var first: [Complaint] = []
  /// How many there were in all.
  package private(set) var count = 0

  /// None yet.
  package init() {}

  /// Whether there are none.
  package var isEmpty: Bool { count == 0 }
  /// Whether no further one will be kept: reading on only counts.
  package var isFull: Bool { count >= Self.limit }

  /// Adds one, or counts it if enough are kept.
  package mutating func add(_ complaint: Complaint) {
    if !isFull { first.append(complaint) }
    count += 1
  }

  /// Throws them if there are any.
  package func refuseIfAny() throws(Complaints) {
    if !isEmpty { throw self }
  }

  /// One line a complaint, and how many more there are.
  package var description: String {
    let rest = count - first.count
    let lines = first.map(\.description) + (rest > 0 ? ["and \(rest) more"] : [])
    return lines.joined(separator: "\n")
  }
}
