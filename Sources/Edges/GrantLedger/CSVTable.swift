import Bytes
import Formats

/// A CSV file, of which the header is known before the first row is asked for.
struct CSVTable: ~Copyable {
  private var reader: CSVReader
  private var file: BlockReader
  private var block: [UInt8] = []
  private var position = 0
  private let subject: String
  /// Whether the file has not a single byte, so not even a header.
  private(set) var isEmpty = true

  private static let blockByteCount = 262_144

  private init(_ file: consuming BlockReader, as subject: String) {
    self.reader = CSVReader(file: file.path)
    self.file = file
    self.subject = subject
  }

  /// Opens the file and reads its header; `subject` names it in messages.
  static func open(_ path: String, as subject: String) throws(InputFailure) -> CSVTable {
    var table = CSVTable(try openFile(path, as: subject), as: subject)
    try table.readHeader()
    return table
  }

  /// The columns' names; none where the file is empty or its header broken.
  var header: [String] { reader.header }

  /// What is wrong with the table so far.
  var complaints: Complaints { reader.complaints }

  /// Hands over the rows to the end of the file.
  mutating func forEachRow(
    _ take: (borrowing CSVRow, Span<UInt8>) -> Void
  ) throws(InputFailure) {
    repeat {
      let bytes = block
      reader.feed(bytes.span.extracting(position..<bytes.count)) { row, bytes, _ in
        take(row, bytes)
      }
    } while try fill()
    reader.finish { row, bytes, _ in take(row, bytes) }
  }

  /// One byte at a time, so that no row is handed over before the header was looked at.
  private mutating func readHeader() throws(InputFailure) {
    while reader.header.isEmpty, !reader.isStopped {
      if position == block.count {
        guard try fill() else { break }
        isEmpty = false
      }
      let bytes = block
      reader.feed(bytes.span.extracting(position..<position + 1)) { _, _, _ in }
      position += 1
    }
    // A header without a line's end is complete only where the file ends.
    if reader.header.isEmpty, !isEmpty { reader.finish { _, _, _ in } }
  }

  private static func openFile(
    _ path: String, as subject: String
  ) throws(InputFailure) -> BlockReader {
    do throws(FileFailure) {
      return try BlockReader(path: path)
    } catch {
      throw InputFailure(.unreachable, "\(subject): \(error.description)")
    }
  }

  private mutating func fill() throws(InputFailure) -> Bool {
    block.removeAll(keepingCapacity: true)
    position = 0
    do throws(FileFailure) {
      return try file.read(into: &block, upTo: Self.blockByteCount) > 0
    } catch {
      throw InputFailure(.unreachable, "\(subject): \(error.description)")
    }
  }
}
