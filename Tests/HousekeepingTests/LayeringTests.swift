import Testing

/// Which layer may import which; Package.swift says the same target by target.
struct Layering {
  /// The layer of each module.
  let layers: [Substring: Substring]

  init(of files: [SourceFile]) {
    let rooms = files.filter { $0.top == "Sources" && $0.room != "" }
    layers = Dictionary(rooms.map { ($0.room, $0.layer) }) { first, _ in first }
  }

  private static let mayImport: [Substring: Set<Substring>] = [
    "Handles": ["CLibraries"],
    "Core": ["Core"],
    "Edges": ["Core", "Handles"],
    "Program": ["Core", "Edges"],
  ]

  /// Rooms that the other rooms of their own layer may use.
  private static let shared: Set<Substring> = ["Formats", "JobFile", "Commands"]

  /// Modules of the toolchain, of which Core has none: no clock, no I/O, no locks.
  private static let toolchain: [Substring: Set<Substring>] = [
    "Handles": ["Glibc", "Synchronization"],
    "Edges": ["Synchronization"],
    "Program": ["Glibc", "Synchronization"],
  ]

  /// The only files with Foundation in them, and why.
  private static let foundation: [String: String] = [
    "Sources/Edges/Formats/Times/ZonedClock.swift": "the zone data of the system"
  ]

  func complaints(about file: SourceFile) -> [Complaint] {
    file.declarations.filter { $0.keyword == "import" }.compactMap { declaration in
      fault(in: declaration, of: file).map { Complaint(file, line: declaration.line, $0) }
    }
  }

  private func fault(in declaration: Declaration, of file: SourceFile) -> String? {
    let module = Self.module(of: declaration)
    if layers[module] == "CLibraries", file.layer != "Handles" || file.top != "Sources" {
      return "\(module) is C, which only Handles may import"
    }
    guard file.top == "Sources" else { return nil }
    guard let layer = layers[module] else {
      if Self.toolchain[file.layer]?.contains(module) == true { return nil }
      if module == "Foundation", Self.foundation[file.path] != nil { return nil }
      return "\(file.layer) may not import \(module)"
    }
    if layer == "CLibraries", !declaration.modifiers.contains("private") {
      return "\(module) is C: import it with 'private import'"
    }
    if layer == file.layer, Self.shared.contains(module) { return nil }
    if Self.mayImport[file.layer]?.contains(layer) == true { return nil }
    return "\(file.layer) may not import \(module), which is of \(layer)"
  }

  private static func module(of declaration: Declaration) -> Substring {
    guard Declaration.types.union(["func", "var", "let"]).contains(declaration.name) else {
      return declaration.name
    }
    return words(in: declaration.rest).dropFirst().first?.text ?? ""
  }
}

@Suite struct `layers` {
  @Test func `are imported one way`() {
    let layering = Layering(of: Tree.code)
    expectNone(Tree.swift.flatMap(layering.complaints))
  }

  @Test func `are five, and there is something in each`() {
    let layers = Set(Layering(of: Tree.code).layers.values)
    #expect(layers == ["CLibraries", "Handles", "Core", "Edges", "Program"])
  }

  @Test(arguments: [
    Plant("Core/Rules", "import Foundation"),
    Plant("Core/Rules", "import Glibc"),
    Plant("Core/Rules", "private import SQLite"),
    Plant("Core/Rules", "import struct Reports.Report"),
    Plant("Core/Rules", "package import CSQLite"),
    Plant("Handles/Curl", "import SQLite"),
    Plant("Handles/Curl", "import Records"),
    Plant("Handles/SQLite", "import CSQLite"),
    Plant("Handles/SQLite", "package import CSQLite"),
    Plant("Edges/Reports", "@testable import RunStore"),
    Plant("Edges/Reports", "private import CSQLite"),
    Plant("Edges/Reports", "import Foundation"),
    Plant("Edges/Reports", "import Commands"),
    Plant("Program/Commands", "import SQLite"),
    Plant("Program/Commands", "import Foundation"),
  ])
  func `are not crossed`(_ plant: Plant) {
    let file = SourceFile("Sources/\(plant.room)/Planted.swift", "\(plant.text)\n")
    #expect(Self.small.complaints(about: file).map(\.line) == [1])
  }

  @Test func `keep C out of the tests`() {
    let file = SourceFile("Tests/ReportsTests/Planted.swift", "\nprivate import CSQLite\n")
    #expect(
      Self.small.complaints(about: file).map(\.description) == [
        "Tests/ReportsTests/Planted.swift:2: CSQLite is C, which only Handles may import"
      ])
  }

  @Test(arguments: [
    Plant("Core/Rules", "package import Records"),
    Plant("Handles/SQLite", "private import CSQLite\nimport Glibc"),
    Plant("Edges/Reports", "import Formats\nimport Records\nimport SQLite"),
    Plant("Edges/Formats", "// import RunStore"),
    Plant("Program/iap-reconcile", "import Commands\nimport Reports\nimport Rules"),
  ])
  func `may be used downwards`(_ plant: Plant) {
    let file = SourceFile("Sources/\(plant.room)/Planted.swift", "\(plant.text)\n")
    #expect(Self.small.complaints(about: file) == [])
  }

  struct Plant: Sendable {
    let room: String
    let text: String

    init(_ room: String, _ text: String) {
      self.room = room
      self.text = text
    }
  }

  private static let small = Layering(
    of: [
      "CLibraries/CSQLite", "Handles/SQLite", "Handles/Curl", "Core/Records", "Core/Rules",
      "Edges/Formats", "Edges/Reports", "Edges/RunStore", "Program/Commands",
    ].map { SourceFile("Sources/\($0)/File.swift", "") })
}
