import Formats

/// What a reader makes of a table.
struct Table: Equatable {
  var header: [String] = []
  var rows: [[String]] = []
  var lines: [Int] = []
  var complaints: [String] = []
  var count = 0

  /// Reads a table that arrives in blocks of `blockSize` bytes.
  init(_ bytes: [UInt8], blockSize: Int, rowByteLimit: Int = 16_777_216) {
    var reader = CSVReader(file: "t.csv", rowByteLimit: rowByteLimit)
    var rows: [[String]] = []
    var lines: [Int] = []
    func take(_ row: borrowing CSVRow, _ bytes: Span<UInt8>) {
      lines.append(row.line)
      rows.append((0..<row.fieldCount).map { row.text(of: $0, in: bytes) })
    }
    for start in stride(from: 0, to: bytes.count, by: blockSize) {
      let block = Array(bytes[start..<min(start + blockSize, bytes.count)])
      reader.feed(block.span) { row, bytes, _ in take(row, bytes) }
    }
    reader.finish { row, bytes, _ in take(row, bytes) }
    self.header = reader.header
    self.rows = rows
    self.lines = lines
    self.complaints = reader.complaints.first.map(\.description)
    self.count = reader.complaints.count
  }

  /// Reads a table in blocks of every size; all must agree with each other.
  init?(everyBlockSize text: String) {
    self.init(everyBlockSizeOf: Array(text.utf8))
  }

  /// Reads a table in blocks of every size; all must agree with each other.
  init?(everyBlockSizeOf bytes: [UInt8]) {
    let whole = Table(bytes, blockSize: max(bytes.count, 1))
    for size in 1..<max(bytes.count, 2) where Table(bytes, blockSize: size) != whole { return nil }
    self = whole
  }
}
