import Formats
private import System

/// Where a person or a program reads what this one says: results on one stream, logs on the other.
package enum Console {
  /// Writes a result to standard output; false if nobody reads it any more.
  @discardableResult
  package static func write(_ text: String) -> Bool {
    write(Array(text.utf8))
  }

  /// Writes bytes to standard output; false if nobody reads them any more.
  @discardableResult
  package static func write(_ bytes: [UInt8]) -> Bool {
    do {
      try StandardStream.write(bytes, to: .output)
      return true
    } catch {
      return false
    }
  }

  /// Writes one line to standard error, or several; what a terminal would obey is written out.
  ///
  /// When nobody can read it there is nobody left to tell.
  package static func complain(_ line: String) {
    try? StandardStream.write(Array((VisibleText.escapedLines(line) + "\n").utf8), to: .error)
  }

  /// Whether results go to a terminal.
  package static var isTerminal: Bool { Terminal.isTerminal(1) }

  /// Whether logs go to a terminal.
  package static var logsGoToTerminal: Bool { Terminal.isTerminal(2) }

  /// Whether colours are wanted on the results' stream.
  package static var wantsColour: Bool {
    isTerminal && (Environment.value("NO_COLOR") ?? "").isEmpty
  }
}
