/// A declaration that begins a line of formatted Swift.
struct Declaration {
  /// Counted from 1.
  let line: Int
  let indent: Int
  let modifiers: [Substring]
  let keyword: Substring
  /// Empty for an operator; `init` and the like name themselves.
  let name: Substring
  let rest: Substring

  static let types: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "typealias",
  ]

  private static let keywords: Set<Substring> = types.union([
    "func", "init", "deinit", "subscript", "var", "let", "extension", "import",
  ])

  private static let modifiers: Set<Substring> = [
    "package", "public", "open", "internal", "fileprivate", "private", "static", "final",
    "mutating", "nonmutating", "consuming", "borrowing", "nonisolated", "isolated", "override",
    "required", "convenience", "lazy", "weak", "unowned", "indirect", "prefix", "postfix", "infix",
    "dynamic",
  ]

  init?(_ code: Substring, line: Int) {
    indent = code.prefix { $0 == " " }.count
    self.line = line
    var found: [Substring] = []
    var remaining = Self.withoutAttributes(code.dropFirst(indent))
    while let word = words(in: remaining).first, remaining.hasPrefix(word.text) {
      let classIsModifier = word.text == "class" && word.rest.hasPrefix(" func")
      if !classIsModifier, Self.keywords.contains(word.text) {
        modifiers = found
        keyword = word.text
        rest = word.rest
        name = Self.name(after: word)
        return
      }
      guard classIsModifier || Self.modifiers.contains(word.text) else { return nil }
      found.append(word.text)
      remaining = Self.withoutDetail(word.rest)
    }
    return nil
  }

  private static func name(after keyword: Word) -> Substring {
    if ["init", "deinit", "subscript"].contains(keyword.text) { return keyword.text }
    let rest = keyword.rest.drop { $0 == " " || $0 == "`" }
    guard let first = words(in: rest).first, rest.hasPrefix(first.text) else { return "" }
    return first.text
  }

  /// Drops `@Something(…)` from the front, as long as it ends on this line.
  private static func withoutAttributes(_ code: Substring) -> Substring {
    var code = code
    while code.hasPrefix("@") {
      code = withoutDetail(code.dropFirst().drop { $0 != " " && $0 != "(" })
    }
    return code
  }

  /// Drops `(…)` and the spaces after it.
  private static func withoutDetail(_ code: Substring) -> Substring {
    guard code.hasPrefix("(") else { return code.drop { $0 == " " } }
    var depth = 0
    for index in code.indices {
      if code[index] == "(" { depth += 1 }
      if code[index] == ")" { depth -= 1 }
      if depth == 0 { return code[code.index(after: index)...].drop { $0 == " " } }
    }
    return ""
  }
}

extension SourceFile {
  var declarations: [Declaration] {
    code.enumerated().compactMap { Declaration($1, line: $0 + 1) }
  }
}
