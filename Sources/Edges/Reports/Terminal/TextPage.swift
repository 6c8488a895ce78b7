import Formats

/// Lines for a terminal: no wider than it is, and nothing in them that it would obey but our own
/// colours.
struct TextPage {
  private(set) var lines: [String] = []
  let width: Int
  private let isColoured: Bool

  /// A page of at least 40 columns; less would only be torn.
  init(width: Int, isColoured: Bool) {
    self.width = max(40, width)
    self.isColoured = isColoured
  }

  /// The page, every line ended.
  var text: String { lines.map { $0 + "\n" }.joined() }

  /// One paragraph, wrapped: a lead in front of it, the rest under the beginning of its text; a
  /// lead that leaves no room stands alone, its text below.
  mutating func add(
    _ text: String, _ style: TextStyle = .plain, indent: Int = 0, lead: String = "",
    leadStyle: TextStyle = .plain
  ) {
    let lead = VisibleText.escaped(lead)
    let hang = indent + TerminalText.width(lead)
    guard lead.isEmpty || width - hang >= 20 else {
      add(lead, leadStyle, indent: indent)
      add(text, style, indent: indent + 2)
      return
    }
    let wrapped = TerminalText.wrapped(VisibleText.escaped(text), to: width - hang)
    for (number, line) in wrapped.enumerated() {
      let front =
        number == 0
        ? TerminalText.blanks(indent) + leadStyle.applied(to: lead, isColoured: isColoured)
        : TerminalText.blanks(hang)
      lines.append(front + style.applied(to: line, isColoured: isColoured))
    }
  }

  /// A line that is laid out already and fits.
  mutating func addAsIs(_ line: String, _ style: TextStyle = .plain) {
    lines.append(style.applied(to: line, isColoured: isColoured))
  }

  /// A line between two parts.
  mutating func addBlank() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }
}
