import Testing

/// What a name may not be.
struct Naming {
  /// The modules under Sources.
  let modules: Set<Substring>

  init(of files: [SourceFile]) { modules = Set(Layering(of: files).layers.keys) }

  private static let empty = [
    "Manager", "Helper", "Helpers", "Util", "Utils", "Utilities", "Processor", "Service", "Data",
    "Info",
  ]

  /// Names that are Apple's or a standard's own.
  private static let notOurs: Set<Substring> = ["RenewalInfo", "TransactionInfo", "SignedData"]

  func complaints(about file: SourceFile) -> [Complaint] {
    var complaints: [Complaint] = []
    if file.name.contains("+") {
      complaints.append(Complaint(file, "name the file for its idea, not for what it extends"))
    }
    if let word = Self.emptyWord(ending: file.name) {
      complaints.append(Complaint(file, "'\(word)' says nothing; name the file for its idea"))
    }
    for declaration in file.declarations {
      complaints += faults(in: declaration, of: file).map {
        Complaint(file, line: declaration.line, $0)
      }
    }
    return complaints
  }

  private func faults(in declaration: Declaration, of file: SourceFile) -> [String] {
    var faults: [String] = []
    if !Set(declaration.modifiers).isDisjoint(with: ["public", "open"]) {
      faults.append("nobody outside links us: 'package' is enough")
    }
    guard Declaration.types.contains(declaration.keyword) else { return faults }
    if declaration.indent == 0, modules.contains(declaration.name) {
      faults.append("'\(declaration.name)' is a module's name; a type of that name hides it")
    }
    if let word = Self.emptyWord(ending: declaration.name) {
      faults.append("'\(word)' says nothing; name the type for what it is")
    }
    return faults
  }

  private static func emptyWord(ending name: Substring) -> String? {
    if notOurs.contains(where: name.hasSuffix) { return nil }
    return empty.first { name.hasSuffix($0) }
  }
}

@Suite struct `names` {
  @Test func `say what a thing is`() {
    let naming = Naming(of: Tree.code)
    expectNone(Tree.swift.flatMap(naming.complaints))
  }

  @Test(arguments: [
    "struct SQLite {}", "package enum Reports {}", "final class ReportManager {}",
    "  struct Nested {}\n  enum RowData {}", "public struct A {}", "  public func a() {}",
    "open class A {}", "  public private(set) var a = 1", "typealias UserInfo = Int",
  ])
  func `are found wanting`(_ text: String) {
    let file = SourceFile("Sources/Edges/Reports/Planted.swift", "\(text)\n")
    #expect(Self.small.complaints(about: file).count == 1)
  }

  @Test(arguments: ["Row+Codable", "TextHelpers", "Utilities"])
  func `of files are found wanting`(_ name: String) {
    let file = SourceFile("Sources/Edges/Reports/\(name).swift", "")
    #expect(Self.small.complaints(about: file).count == 1)
  }

  @Test(arguments: [
    "struct Report {}", "  struct SQLite {}", "struct RenewalInfo {}", "func open() {}",
    "// public struct A {}", "import SQLite",
  ])
  func `are found good`(_ text: String) {
    let file = SourceFile("Sources/Edges/Reports/Planted.swift", "\(text)\n")
    #expect(Self.small.complaints(about: file) == [])
  }

  private static let small = Naming(
    of: ["Handles/SQLite", "Edges/Reports"].map { SourceFile("Sources/\($0)/File.swift", "") })
}
