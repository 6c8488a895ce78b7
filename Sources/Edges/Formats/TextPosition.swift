/// A place in a text, as an editor counts it.
package struct TextPosition: Equatable, Hashable, Sendable {
  /// The line, from 1; LF, CRLF and a lone CR each end one.
  package let line: Int
  /// The column, from 1, in Unicode scalars.
  package let column: Int

  /// A place that is already known.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of the byte at `offset`, found by counting from the beginning.
  ///
  /// A byte-order mark takes no column. Meant for complaints, not for loops.
  init(of offset: Int, in bytes: [UInt8], firstLine: Int = 1) {
    var tracker = TextPositionTracker(firstLine: firstLine)
    self = tracker.position(of: offset, in: bytes)
  }
}

/// Turns rising byte offsets into places, reading each byte once; a falling one starts anew.
struct TextPositionTracker: Sendable {
  private let firstLine: Int
  private var offset = 0
  private var line: Int
  private var column = 1

  init(firstLine: Int = 1) {
    self.firstLine = firstLine
    self.line = firstLine
  }

  /// The place of the byte at `target`.
  mutating func position(of target: Int, in bytes: [UInt8]) -> TextPosition {
    if target < offset { self = TextPositionTracker(firstLine: firstLine) }
    if offset == 0, target > 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    while offset < target, offset < bytes.count {
      let byte = bytes[offset]
      let endsLine = byte == .lineFeed && !isAfterReturn(offset, bytes) || byte == .carriageReturn
      if endsLine {
        line += 1
        column = 1
      } else if byte != .lineFeed, !byte.isUTF8Continuation {
        column += 1
      }
      offset += 1
    }
    return TextPosition(line: line, column: column)
  }

  private func isAfterReturn(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    offset > 0 && bytes[offset - 1] == .carriageReturn
  }
}
