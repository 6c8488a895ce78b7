/// One row of a table: where its fields lie in the bytes that come with it.
///
/// Lent for the length of one call. Fields are unquoted already; they are not trimmed.
package struct CSVRow: ~Copyable {
  /// The columns' names.
  package internal(set) var header: [String] = []
  /// The line on which the row begins, from 1.
  package internal(set) var line = 0

  let file: String?
  var start = 0
  /// Where each field ends; between two fields lies one separator.
  var ends: [Int] = []

  init(file: String?) {
    self.file = file
  }

  /// How many fields there are: as many as columns.
  package var fieldCount: Int { ends.count }

  /// Where a field's bytes lie.
  package func range(of column: Int) -> Range<Int> {
    let first = column == 0 ? start : ends[column - 1] + 1
    return first..<ends[column]
  }

  /// A field's text.
  package func text(of column: Int, in bytes: Span<UInt8>) -> String {
    bytes.text(in: range(of: column))
  }

  /// A complaint about a field.
  package func complaint(
    about column: Int, in bytes: Span<UInt8>, _ message: String
  ) -> Complaint {
    let name = column < header.count ? header[column] : nil
    let value = column < ends.count ? text(of: column, in: bytes) : nil
    return Complaint(file: file, line: line, column: name, value: value, message)
  }

  /// A complaint about the whole row.
  package func complaint(_ message: String) -> Complaint {
    Complaint(file: file, line: line, message)
  }
}

extension Span<UInt8> {
  /// The text of a part; broken UTF-8 is shown by replacement characters.
  package func text(in range: Range<Int>) -> String {
    let part = extracting(range)
    if let text = try? UTF8Span(validating: part) { return String(copying: text) }
    let bytes = [UInt8](capacity: part.count) { copy in
      for index in part.indices { copy.append(part[index]) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
