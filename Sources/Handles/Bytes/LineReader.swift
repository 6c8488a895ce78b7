/// A text file, one line at a time, without ever holding more than a block and a line.
package struct LineReader: ~Copyable {
  /// The number of the line last returned, from 1; 0 before the first.
  package private(set) var lineNumber = 0

  private var file: BlockReader
  private let lineByteLimit: Int
  private var block: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  private static let blockByteCount = 262_144

  /// Opens `path`, or standard input for `-`.
  ///
  /// A line may hold `lineByteLimit` bytes, its ending not counted.
  package init(path: String, lineByteLimit: Int) throws(FileFailure) {
    let opened = try BlockReader(path: path)
    self.lineByteLimit = lineByteLimit
    self.file = opened
  }

  /// Replaces `line` with the next line, without LF or CRLF; false at the end of the file.
  ///
  /// A last line without an ending counts; an empty file has none.
  package mutating func next(into line: inout [UInt8]) throws(LineFailure) -> Bool {
    line.removeAll(keepingCapacity: true)
    var hasBytes = false
    while true {
      if position == block.count {
        guard try fill() else { break }
      }
      hasBytes = true
      let ending = block.span.firstIndex(of: Self.lineFeed, from: position)
      try take(upTo: ending ?? block.count, into: &line)
      guard let ending else { continue }
      position = ending + 1
      break
    }
    guard hasBytes else { return false }
    lineNumber += 1
    if line.last == Self.carriageReturn { line.removeLast() }
    guard line.count <= lineByteLimit else { throw tooLong(line: lineNumber) }
    return true
  }

  /// One byte above the limit is let in, since it may be the CR of the ending.
  private mutating func take(upTo end: Int, into line: inout [UInt8]) throws(LineFailure) {
    guard line.count + (end - position) <= lineByteLimit + 1 else {
      throw tooLong(line: lineNumber + 1)
    }
    line.append(contentsOf: block[position..<end])
    position = end
  }

  private mutating func fill() throws(LineFailure) -> Bool {
    guard !isAtEnd else { return false }
    block.removeAll(keepingCapacity: true)
    position = 0
    do throws(FileFailure) {
      isAtEnd = try file.read(into: &block, upTo: Self.blockByteCount) == 0
    } catch {
      throw .unreadable(error)
    }
    return !isAtEnd
  }

  private func tooLong(line: Int) -> LineFailure {
    .tooLong(path: file.path, line: line, byteLimit: lineByteLimit)
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}
