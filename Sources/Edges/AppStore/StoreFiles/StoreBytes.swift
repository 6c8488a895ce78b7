import Bytes

/// A store file's bytes with as much look-ahead as a reader needs, and the place it stands at.
struct StoreBytes: ~Copyable {
  /// The bytes that were read and not yet dropped.
  private(set) var buffer: [UInt8] = []
  /// The next byte to look at.
  private(set) var position = 0
  /// The line of that byte, from 1.
  private(set) var line = 1

  private var file: BlockReader
  private var lineStart = 0
  private var isAtEnd = false

  private static let blockByteCount = 262_144

  /// Opens a file, or standard input for `-`.
  init(path: String) throws(StoreFileFailure) {
    file = try Self.open(path)
  }

  private static func open(_ path: String) throws(StoreFileFailure) -> BlockReader {
    do throws(FileFailure) {
      return try BlockReader(path: path)
    } catch {
      throw .unreadable(error)
    }
  }

  /// The column of the next byte, from 1, in bytes.
  var column: Int { position - lineStart + 1 }

  /// The bytes from the next one on, as far as they were read.
  var rest: Range<Int> { position..<buffer.count }

  /// Reads one more block and drops what lies behind; false at the end of the file.
  ///
  /// Indexes into `buffer` change; distances from `position` do not.
  mutating func more() throws(StoreFileFailure) -> Bool {
    guard !isAtEnd else { return false }
    buffer.removeFirst(position)
    lineStart -= position
    position = 0
    do throws(FileFailure) {
      isAtEnd = try file.read(into: &buffer, upTo: Self.blockByteCount) == 0
    } catch {
      throw .unreadable(error)
    }
    return !isAtEnd
  }

  /// The next byte; nil at the end of the file.
  mutating func peek() throws(StoreFileFailure) -> UInt8? {
    while position == buffer.count {
      guard try more() else { return nil }
    }
    return buffer[position]
  }

  /// Steps over bytes that were read.
  mutating func skip(_ count: Int) {
    for index in position..<position + count where buffer[index] == UInt8(ascii: "\n") {
      line += 1
      lineStart = index + 1
    }
    position += count
  }

  /// Steps over everything that was read, without counting its lines.
  mutating func skipRest() {
    position = buffer.count
  }

  /// Steps over blanks and line ends.
  mutating func skipBlanks() throws(StoreFileFailure) {
    while let byte = try peek(), byte.isJSONBlank { skip(1) }
  }

  /// All that is left of the file; nil if that is more than `byteLimit`.
  mutating func all(byteLimit: Int) throws(StoreFileFailure) -> [UInt8]? {
    while rest.count <= byteLimit {
      guard try more() else { return Array(buffer[rest]) }
    }
    return nil
  }

  /// What the file holds, judged by its first bytes; only a byte-order mark is stepped over.
  mutating func form() throws(StoreFileFailure) -> StoreFileForm {
    while buffer.count < 3, try more() {}
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) {
      position = 3
      lineStart = 3
    }
    var start = position
    while true {
      while start < buffer.count, buffer[start].isJSONBlank { start += 1 }
      if buffer.count - start >= 4 { break }
      // Blanks without an end must not be kept; the reader of values steps over them one by one.
      if start - position >= Self.blockByteCount { return .values }
      let ahead = start - position
      let hasMore = try more()
      start = position + ahead
      if !hasMore { break }
    }
    let opening = buffer[start...].prefix(4)
    switch opening.first {
    case nil: return .empty
    // Every other byte of UTF-16 is a NUL; the reader of tables says so.
    case UInt8(ascii: "{"), UInt8(ascii: "["): return opening.contains(0) ? .table : .values
    case _ where ReceiptBytes.isBinary(opening): return .receipt
    case _ where ReceiptBytes.isText(opening) || opening.starts(with: "\"MI".utf8): return .values
    default:
      let isSigned = opening.starts(with: "eyJ".utf8) || opening.starts(with: "\"eyJ".utf8)
      return isSigned ? .values : .table
    }
  }
}

extension UInt8 {
  /// A blank between JSON values; a NUL is none, since it stands where a disk lost a record.
  var isJSONBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
      || self == UInt8(ascii: "\t")
  }
}

/// What a store file holds.
enum StoreFileForm {
  case empty
  /// JSON values and signed texts, in any mixture.
  case values
  /// A CSV table.
  case table
  /// One app receipt, bare.
  case receipt
}
