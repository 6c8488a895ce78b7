import Bytes
import Formats
import Matching

/// Reads a CSV table with Apple's field names as its header.
struct StoreTable {
  /// For each column the field that it holds; nil for one that nobody needs.
  private let columns: [PayloadField?]

  /// Reads a whole table.
  static func read(
    _ source: inout StoreBytes, into intake: inout StoreIntake
  ) throws(StoreFileFailure) {
    var reader = CSVReader(file: intake.file)
    var table: StoreTable?
    var hasMore = true
    while hasMore, !reader.isStopped {
      reader.feed(source.buffer.span.extracting(source.rest)) { row, bytes, complaints in
        if table == nil { table = StoreTable(row.header, &complaints, file: intake.file) }
        table?.take(row, bytes, &complaints, &intake)
      }
      source.skipRest()
      hasMore = try source.more()
    }
    reader.finish { row, bytes, complaints in
      if table == nil { table = StoreTable(row.header, &complaints, file: intake.file) }
      table?.take(row, bytes, &complaints, &intake)
    }
    intake.adopt(reader.complaints)
    if table == nil, !reader.header.isEmpty {
      // A table without rows; its header is looked at all the same.
      var complaints = Complaints()
      _ = StoreTable(reader.header, &complaints, file: intake.file)
      intake.adopt(complaints)
    }
  }

  private init(_ header: [String], _ complaints: inout Complaints, file: String) {
    columns = header.map { PayloadField(rawValue: $0) }
    for (name, field) in zip(header, columns) where field == nil {
      guard let meant = Self.meant(by: name) else { continue }
      complaints.add(
        Complaint(file: file, line: 1, column: name, "write this column's name as `\(meant)`"))
    }
    if !columns.contains(.transactionId), !columns.contains(.originalTransactionId) {
      complaints.add(Complaint(file: file, line: 1, "the table has no column `transactionId`"))
    }
  }

  /// The field of a name that differs only in capitals and in what lies between its words.
  private static func meant(by name: String) -> String? {
    fields[folded(name)]
  }

  private static let fields = Dictionary(
    PayloadField.all.map { (folded($0.rawValue), $0.rawValue) },
    uniquingKeysWith: { first, _ in first })

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }

  private func take(
    _ row: borrowing CSVRow, _ bytes: Span<UInt8>, _ complaints: inout Complaints,
    _ intake: inout StoreIntake
  ) {
    var draft = StatementDraft(isLocal: intake.isLocal)
    for column in 0..<min(row.fieldCount, columns.count) {
      guard let field = columns[column] else { continue }
      let cell = bytes.extracting(trimmed(row.range(of: column), bytes))
      do throws(FieldFailure) {
        try draft.take(field, .text, cell, &intake.books.texts)
      } catch {
        return complaints.add(row.complaint(about: column, in: bytes, error.reason))
      }
    }
    do throws(FieldFailure) {
      intake.addUnsigned(try draft.statement())
    } catch {
      complaints.add(row.complaint(error.description))
    }
  }

  private func trimmed(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int> {
    var range = range
    while !range.isEmpty, bytes[range.upperBound - 1] == UInt8(ascii: " ") {
      range = range.lowerBound..<range.upperBound - 1
    }
    while !range.isEmpty, bytes[range.lowerBound] == UInt8(ascii: " ") {
      range = range.lowerBound + 1..<range.upperBound
    }
    return range
  }
}
