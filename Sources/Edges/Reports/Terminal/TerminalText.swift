/// Escaped text as a terminal lays it out.
package enum TerminalText {
  /// How many columns a text takes that was escaped.
  static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// The text, blanks added up to a width.
  static func padded(_ text: String, to width: Int) -> String {
    text + blanks(width - self.width(text))
  }

  /// The text, blanks in front of it up to a width.
  static func rightAligned(_ text: String, to width: Int) -> String {
    blanks(width - self.width(text)) + text
  }

  static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }

  /// Breaks an escaped text at its blanks into lines of at most so many columns; a word that is
  /// longer than a line is cut where the line ends.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      for piece in pieces(word, of: width) {
        let needed = self.width(piece)
        if used > 0, used + 1 + needed > width {
          lines.append(line)
          line = ""
          used = 0
        }
        if used > 0 { line += " " }
        line += piece
        used += (used > 0 ? 1 : 0) + needed
      }
    }
    return lines + (used > 0 || lines.isEmpty ? [line] : [])
  }

  private static func pieces(_ word: Substring, of width: Int) -> [String] {
    guard self.width(String(word)) > width else { return [String(word)] }
    var pieces: [String] = []
    var piece = ""
    var used = 0
    for scalar in word.unicodeScalars {
      let needed = self.width(scalar)
      if used + needed > width {
        pieces.append(piece)
        piece = ""
        used = 0
      }
      piece.unicodeScalars.append(scalar)
      used += needed
    }
    return pieces + [piece]
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: 0
    default: wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  /// The blocks whose signs take two columns, by Unicode's annex 11, coarsely.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
