/// How a piece of text looks on a terminal that has colours.
enum TextStyle {
  case plain, strong, dim, good, bad, odd

  private var code: String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .dim: "2"
    case .good: "32"
    case .bad: "1;31"
    case .odd: "1;33"
    }
  }

  /// The text in this style, where colours were asked for.
  func applied(to text: String, isColoured: Bool) -> String {
    guard isColoured, !text.isEmpty, let code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
