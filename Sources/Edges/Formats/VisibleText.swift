/// Text from outside, made harmless wherever a person reads it.
package enum VisibleText {
  /// The text with every character that a terminal would obey or hide written out: `\n`,
  /// `\u{1b}`, `\u{202e}`.
  package static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isObeyed) else { return text }
    return text.unicodeScalars.reduce(into: "") { $0 += shown($1) }
  }

  /// The same for a text of several lines, whose line ends stay.
  package static func escapedLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
      .joined(separator: "\n")
  }

  /// The escaped text on one line, cut where it is longer than `limit` characters.
  package static func short(_ text: String, limit: Int = 80) -> String {
    let scalars = text.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex)
    guard let end, end < scalars.endIndex else { return escaped(text) }
    return escaped(String(scalars[..<end])) + "…"
  }

  /// Names in backticks, the first of them where they are many; `none` if there are none.
  package static func list(_ names: [String], limit: Int = 40) -> String {
    guard !names.isEmpty else { return "none" }
    let rest = names.count - limit
    return names.prefix(limit).map { "`\(short($0))`" }.joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private static func shown(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where isObeyed(scalar): "\\u{\(String(scalar.value, radix: 16))}"
    default: String(scalar)
    }
  }

  /// Controls, direction marks and other invisible signs, and what ends a line.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      return true
    default: return false
    }
  }
}
