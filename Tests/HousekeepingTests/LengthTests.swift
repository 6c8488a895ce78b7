import Testing

/// How long a file and a function may be.
enum Length {
  static let fileLimit = 300

  static func functionLimit(in file: SourceFile) -> Int { file.top == "Tests" ? 60 : 40 }

  static func complaints(aboutFile file: SourceFile) -> [Complaint] {
    guard file.lines.count > fileLimit else { return [] }
    return [Complaint(file, "\(file.lines.count) lines; split it by idea, limit \(fileLimit)")]
  }

  static func complaints(aboutFunctionsOf file: SourceFile) -> [Complaint] {
    let limit = functionLimit(in: file)
    return file.declarations.filter { mayHaveBody.contains($0.keyword) }.compactMap { declaration in
      guard let end = lastLine(of: declaration, in: file.code) else { return nil }
      let length = end - declaration.line + 1
      guard length > limit else { return nil }
      return Complaint(
        file, line: declaration.line, "'\(declaration.name)' has \(length) lines, limit \(limit)")
    }
  }

  /// A rule's judgement is a closure in a `let`; it is a function like any other.
  private static let mayHaveBody: Set<Substring> = [
    "func", "init", "deinit", "subscript", "var", "let",
  ]

  /// The line of the brace that closes the body; nil if the declaration has none.
  private static func lastLine(of declaration: Declaration, in code: [Substring]) -> Int? {
    var depth = 0
    var inBody = false
    for index in (declaration.line - 1)..<code.count {
      for byte in code[index].utf8 {
        switch byte {
        case UInt8(ascii: "{") where depth == 0:
          inBody = true
          depth = 1
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
        if inBody, depth == 0 { return index + 1 }
      }
      if depth == 0, !continues(declaration, on: code.dropFirst(index + 1).first ?? "") {
        return nil
      }
    }
    return nil
  }

  /// The formatter indents what continues a signature, save for the brace and a generic `where`.
  private static func continues(_ declaration: Declaration, on line: Substring) -> Bool {
    let indent = line.prefix { $0 == " " }.count
    let text = line.dropFirst(indent)
    return text.hasPrefix("{") || text.hasPrefix("where ")
      || (indent > declaration.indent && !text.isEmpty)
  }
}

@Suite struct `lengths` {
  @Test func `of files stay within one idea`() {
    expectNone(Tree.code.flatMap(Length.complaints(aboutFile:)))
  }

  @Test func `of functions stay on one screen`() {
    expectNone(Tree.swift.flatMap(Length.complaints(aboutFunctionsOf:)))
  }

  @Test(arguments: [(300, 0), (301, 1)])
  func `of files are measured`(_ lines: Int, _ complaints: Int) {
    let file = SourceFile("Sources/Core/A.swift", String(repeating: "a\n", count: lines))
    #expect(Length.complaints(aboutFile: file).count == complaints)
  }

  @Test(arguments: [
    "  func long() {\n#  }\n",
    "  package init(\n    a: Int = { 1 }()\n  ) throws(E) {\n#  }\n",
    "  var long: Int {\n#  }\n",
    "  static let rule = Rule(\n    id: 1\n  ) { group in\n#  }\n",
    "  func long<T>(_ a: T) -> T\n  where T: P\n  {\n#  }\n",
    "  func long(_ a: Int)\n    throws(E) -> String\n  {\n#  }\n",
  ])
  func `of functions are measured`(_ shape: String) {
    let own = shape.count { $0 == "\n" }
    #expect(Self.complaints(shape, filling: 40 - own, in: "Sources") == 0)
    #expect(Self.complaints(shape, filling: 41 - own, in: "Sources") == 1)
    #expect(Self.complaints(shape, filling: 60 - own, in: "Tests") == 0)
    #expect(Self.complaints(shape, filling: 61 - own, in: "Tests") == 1)
  }

  @Test func `of a declaration without a body is nothing`() {
    let shape = "protocol P {\n  func a()\n  var b: Int { get }\n  let c = [\n    1\n  ]\n}\n#"
    #expect(Self.complaints(shape, filling: 70, in: "Sources") == 0)
  }

  private static func complaints(_ shape: String, filling count: Int, in top: String) -> Int {
    let body = String(repeating: "    a(\"}\")\n", count: count)
    let parts = shape.split(separator: "#", omittingEmptySubsequences: false)
    let file = SourceFile("\(top)/Core/A.swift", parts.joined(separator: body))
    return Length.complaints(aboutFunctionsOf: file).count
  }
}
