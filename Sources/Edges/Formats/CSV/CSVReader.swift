/// Reads a table out of blocks of bytes, row by row, however the blocks are cut.
///
/// RFC 4180, and forgiving in form: a byte-order mark, CRLF, LF or (throughout) CR, a separator
/// found in the header among comma, semicolon and tab, blank lines at the end. Strict in meaning:
/// broken quoting, a row with another number of fields than the header, a column name that comes
/// twice, broken UTF-8 and NUL bytes are complaints, and a row with a complaint is not handed over.
///
///     var reader = CSVReader(file: "ledger.csv")
///     while let block = try nextBlock() {
///       reader.feed(block.span) { row, bytes, complaints in … }
///     }
///     reader.finish { row, bytes, complaints in … }
///     try reader.complaints.refuseIfAny()
///
/// The third argument of a call is the reader's own list, so that what the caller finds wrong with
/// a field stands in one order with what the reader found.
package struct CSVReader: ~Copyable {
  /// What is wrong with the table so far.
  package private(set) var complaints = Complaints()
  /// The separator between fields, once the header was read.
  package private(set) var separator: UInt8?
  /// How many rows have been handed over.
  package private(set) var rowCount = 0
  /// Whether the rest of the table is ignored, since nothing in it could be trusted.
  package private(set) var isStopped = false

  private let file: String?
  private let rowByteLimit: Int
  private var opening = CSVHeader()
  private var form: CSVForm
  private var pending: CSVPendingRow
  private var row: CSVRow
  private var line = 1
  private var blankLine: Int?

  /// A reader at the beginning of a table.
  ///
  /// `separator` is found in the header when nil. A row longer than `rowByteLimit` ends the
  /// reading: most likely a quote is missing, and the rest of the file would be taken for a field.
  package init(file: String? = nil, separator: UInt8? = nil, rowByteLimit: Int = 16_777_216) {
    self.file = file
    self.separator = separator
    self.rowByteLimit = rowByteLimit
    self.row = CSVRow(file: file)
    self.form = CSVForm(separator: .comma, endsWithReturn: false)
    self.pending = CSVPendingRow(form)
  }

  /// The columns' names; empty until the header was read.
  package var header: [String] { row.header }

  /// Takes the next block and hands over each row that is complete.
  ///
  /// `take` gets a row, the bytes its ranges lie in, and the list of complaints.
  package mutating func feed<Failure: Error>(
    _ block: Span<UInt8>,
    _ take: (borrowing CSVRow, Span<UInt8>, inout Complaints) throws(Failure) -> Void
  ) throws(Failure) {
    var index = 0
    if row.header.isEmpty, !isStopped {
      index = opening.push(block, limit: rowByteLimit)
      if opening.isComplete { openTable() }
    }
    while index < block.count, !isStopped, !row.header.isEmpty {
      if pending.isEmpty, blankLine == nil, let next = row.findPlain(in: block, from: index, form) {
        row.line = line
        line += 1
        rowCount += 1
        try take(row, block, &complaints)
        index = next
        continue
      }
      index = pending.push(block, from: index)
      if pending.isComplete {
        try takePending(take)
      } else if pending.byteCount > rowByteLimit {
        stop("this row is longer than \(rowByteLimit) bytes; a closing quote is probably missing")
      }
    }
  }

  /// Hands over the last row, if the file did not end with a line's end.
  package mutating func finish<Failure: Error>(
    _ take: (borrowing CSVRow, Span<UInt8>, inout Complaints) throws(Failure) -> Void
  ) throws(Failure) {
    if row.header.isEmpty, !isStopped {
      opening.finish()
      openTable()
    }
    guard !isStopped, !pending.isEmpty else { return }
    pending.finish()
    try takePending(take)
  }

  // MARK: - The careful way

  private mutating func takePending<Failure: Error>(
    _ take: (borrowing CSVRow, Span<UInt8>, inout Complaints) throws(Failure) -> Void
  ) throws(Failure) {
    let bytes = pending.takeBytes()
    swap(&row.fieldEnds, &pending.fieldEnds)
    row.start = 0
    row.line = line
    line += pending.lineCount
    if !pending.isBlank { complainOfBlankLine() }
    if pending.isBlank {
      blankLine = blankLine ?? row.line
    } else if let complaint = complaintAboutPending(bytes.span) {
      complaints.add(complaint)
    } else {
      rowCount += 1
      try take(row, bytes.span, &complaints)
    }
    pending.reset(reusing: bytes)
  }

  /// Blank lines are forgiven at the end only, so the first is complained of when more follows.
  private mutating func complainOfBlankLine() {
    guard let blankLine else { return }
    self.blankLine = nil
    complaints.add(Complaint(file: file, line: blankLine, "a blank line inside the table"))
  }

  private func complaintAboutPending(_ bytes: Span<UInt8>) -> Complaint? {
    if let broken = pending.broken {
      return row.complaint(about: broken.column, in: bytes, broken.reason)
    }
    guard row.fieldCount == row.header.count else {
      return row.complaint(
        "\(row.fieldCount) fields in a table of \(row.header.count) columns")
    }
    guard pending.isSuspect else { return nil }
    for column in 0..<row.fieldCount {
      let range = row.range(of: column)
      if bytes.firstInvalidUTF8(in: range) != nil {
        return row.complaint(about: column, in: bytes, "the text is not UTF-8")
      }
      for index in range where bytes[index] == 0 {
        return row.complaint(about: column, in: bytes, "a NUL byte inside a field")
      }
    }
    return nil
  }

  // MARK: - The header

  private mutating func openTable() {
    if let reason = opening.refusal(limit: rowByteLimit) { return stop(reason) }
    let found = separator ?? opening.separator()
    separator = found
    form = CSVForm(separator: found, endsWithReturn: opening.endsWithReturn)
    pending = CSVPendingRow(form)
    let text = opening.takeBytes()
    _ = pending.push(text.span, from: 0)
    pending.finish()
    if let broken = pending.broken { return stop("the header is broken: \(broken.reason)") }
    swap(&row.fieldEnds, &pending.fieldEnds)
    let bytes = pending.takeBytes()
    if bytes.span.firstInvalidUTF8(in: 0..<bytes.count) != nil {
      return stop("the header is not UTF-8")
    }
    var names: [String] = []
    for column in 0..<row.fieldCount {
      names.append(CSVHeader.trimmed(row.text(of: column, in: bytes.span)))
    }
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      return stop("the header names the column `\(VisibleText.short(name))` twice", column: name)
    }
    row.header = names
    line += pending.lineCount
    pending.reset(reusing: bytes)
  }

  private mutating func stop(_ reason: String, column: String? = nil) {
    complaints.add(Complaint(file: file, line: line, column: column, reason))
    isStopped = true
  }
}
