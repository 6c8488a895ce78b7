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
  /// For each field where the separator or line's end behind it lies, times two, plus one if the
  /// field is still in its quotes.
  ///
  /// One number a field: a table has more fields than anything else.
  var fieldEnds: [Int] = []

  init(file: String?) {
    self.file = file
  }

  /// How many fields there are: as many as columns.
  package var fieldCount: Int { fieldEnds.count }

  /// Where a field's bytes lie.
  package func range(of column: Int) -> Range<Int> {
    let first = column == 0 ? start : fieldEnds[column - 1] >> 1 + 1
    let quote = fieldEnds[column] & 1
    return first + quote..<fieldEnds[column] >> 1 - quote
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
    let value = column < fieldEnds.count ? text(of: column, in: bytes) : nil
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
