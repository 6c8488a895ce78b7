import Testing

/// Whether each `package` declaration says what it is.
///
/// A stored property and an initializer that cannot fail may keep quiet: a comment that repeats
/// the name is worse than none.
enum Documentation {
  /// Members that the standard library has described; an operator has no name here.
  private static let described: Set<Substring> = ["", "description", "debugDescription", "hash"]

  static func complaints(about file: SourceFile) -> [Complaint] {
    var complaints: [Complaint] = []
    var inConformance = false
    for declaration in file.declarations {
      if declaration.indent == 0 { inConformance = isConformance(declaration) }
      guard
        declaration.modifiers.contains("package"),
        !(inConformance && declaration.indent > 0),
        !speaksForItself(declaration, in: file),
        !isDocumented(declaration, in: file)
      else { continue }
      complaints.append(
        Complaint(file, line: declaration.line, "'\(declaration.name)' has no '///' above it"))
    }
    return complaints
  }

  private static func speaksForItself(_ declaration: Declaration, in file: SourceFile) -> Bool {
    switch declaration.keyword {
    case "import", "extension": true
    case "init": !signature(of: declaration, in: file).contains("throws")
    case "let", "var":
      (!declaration.modifiers.contains("static") && !declaration.rest.contains("{"))
        || described.contains(declaration.name)
    default: described.contains(declaration.name)
    }
  }

  private static func signature(of declaration: Declaration, in file: SourceFile) -> String {
    let lines = file.code.dropFirst(declaration.line - 1)
    let end = lines.firstIndex { $0.hasSuffix("{") || $0.hasSuffix("}") } ?? declaration.line - 1
    return lines[...end].joined(separator: " ")
  }

  /// The protocol that an extension adopts describes its members.
  private static func isConformance(_ declaration: Declaration) -> Bool {
    declaration.keyword == "extension"
      && declaration.rest.prefix { $0 != "{" }.contains(":")
  }

  private static func isDocumented(_ declaration: Declaration, in file: SourceFile) -> Bool {
    var above = declaration.line - 2
    while above >= 0 {
      let text = file.lines[above].drop { $0 == " " }
      if text.hasPrefix("///") { return true }
      guard text.hasPrefix("@") || text.hasPrefix("// swift-format-ignore") else { return false }
      above -= 1
    }
    return false
  }
}

@Suite struct `documentation` {
  @Test func `stands above every package declaration`() {
    expectNone(Tree.sources.flatMap(Documentation.complaints))
  }

  @Test(arguments: [
    "package struct A {}", "  package func a() {}",
    "// Not for documentation.\npackage func a() {}",
    "/// Above something else.\n\npackage func a() {}", "extension A {\n  package func a() {}\n}",
    "extension A: P {\n}\nstruct B {\n  package func a() {}\n}", "@frozen package enum A {}",
    "  static package func make() {}", "  package static let one = A(",
    "  package var a: Int { 1 }",
    "  package init(\n    _ a: Int\n  ) throws(E) {\n  }",
  ])
  func `is missed`(_ text: String) {
    let file = SourceFile("Sources/Core/Records/Planted.swift", "\(text)\n")
    #expect(Documentation.complaints(about: file).count == 1)
  }

  @Test(arguments: [
    "/// A thing.\npackage struct A {}", "/// A thing.\n@frozen\npackage struct A {}",
    "struct A {}", "package import Records", "  package let id: TransactionID",
    "  package private(set) var a = 1", "  package init(\n    _ a: Int\n  ) {\n  }",
    "extension A: P {\n  package func a() {}\n}",
    "package extension A {\n}", "  package static func == (a: A, b: A) -> Bool {",
    "  package var description: String { text }",
  ])
  func `is not asked for where it would say nothing`(_ text: String) {
    let file = SourceFile("Sources/Core/Records/Planted.swift", "\(text)\n")
    #expect(Documentation.complaints(about: file) == [])
  }
}
