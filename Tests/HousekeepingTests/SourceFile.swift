/// One text file of the project, by its path from the project's folder.
struct SourceFile: Sendable {
  let path: String
  let lines: [Substring]
  /// The same lines with comments, string contents and raw identifiers blanked, if this is Swift.
  let code: [Substring]

  init(_ path: String, _ text: String) {
    self.path = path
    lines = Self.lines(of: text)
    code = path.hasSuffix(".swift") ? Self.lines(of: Blanking.code(of: text)) : lines
  }

  /// `Sources` or `Tests` or the like.
  var top: Substring { parts[0] }
  /// The layer's folder, for files under Sources.
  var layer: Substring { parts.count > 1 ? parts[1] : "" }
  /// The target's folder, for files under Sources.
  var room: Substring { parts.count > 3 ? parts[2] : "" }
  var isSwift: Bool { path.hasSuffix(".swift") }
  /// The file's own name, without its folder and ending.
  var name: Substring { (parts.last ?? "").prefix { $0 != "." } }

  private var parts: [Substring] { path.split(separator: "/") }

  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
