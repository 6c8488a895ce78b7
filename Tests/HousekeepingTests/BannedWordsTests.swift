import Testing

@Suite struct `banned words` {
  @Test func `stand nowhere`() {
    expectNone((Tree.code + Tree.besides).flatMap(BannedWords.complaints))
  }

  @Test func `are excused only by a decision`() {
    for (path, decision) in BannedWords.excused {
      #expect(Tree.exists(path), "a file that is gone needs no excuse")
      #expect(Tree.exists("docs/decisions/\(decision)"), "\(path) has no decision")
    }
  }

  @Test(arguments: [
    Plant("Sources/Edges/Formats", "let a = try! read()"),
    Plant("Tests/FormatsTests", "let a = try! read()"),
    Plant("Sources/Edges/Formats", "let a = b as! C"),
    Plant("Sources/Edges/Formats", "let a = \"\\(b as! C)\""),
    Plant("Sources/Handles/SQLite", "fatalError(\"no\")"),
    Plant("Sources/Edges/Formats", "print(\"hello\")"),
    Plant("Tests/FormatsTests", "print(\"hello\")"),
    Plant("Sources/Edges/Formats", "let now = Date()"),
    Plant("Sources/Edges/Formats", "final class A: @unchecked Sendable {}"),
    Plant("Sources/Core/Records", "nonisolated(unsafe) var a = 1", count: 2),
    Plant("Sources/Core/Records", "let a = unsafe b"),
    Plant("Tests/RecordsTests", "a.withUnsafeBytes { $0 }"),
    Plant("Sources/Edges/Formats", "let a: UnsafeRawPointer"),
    Plant("Sources/Core/Records", "let clock = ContinuousClock()"),
    Plant("Sources/Core/Records", "let a = b.hashValue"),
    Plant("Sources/Core/Records", "let a: Double"),
    Plant("Sources/Core/Records", "let a = Float(b)"),
    Plant("Sources/Edges/Reports", "let a = Money(b)\nlet c: Double", line: 2),
    Plant("Sources/Edges/Reports", "let a: Double = b\nlet milliunits = a"),
    Plant("Sources/Edges/Reports", "// " + "TO" + "DO: later"),
    Plant("Sources/Edges/Reports", "/// " + "FIX" + "ME"),
    Plant("Sources/Edges/Reports", "let a = 1  // " + "XX" + "X later"),
  ])
  func `are seen`(_ plant: Plant) {
    let file = SourceFile("\(plant.folder)/Planted.swift", "\(plant.text)\n")
    let lines = BannedWords.complaints(about: file).map(\.line)
    #expect(lines == Array(repeating: plant.line, count: plant.count))
  }

  @Test func `are seen in scripts and documents`() {
    let text = "first\n# " + "FIX" + "ME\n"
    #expect(BannedWords.complaints(about: SourceFile("scripts/check", text)).map(\.line) == [2])
    #expect(BannedWords.complaints(about: SourceFile("docs/A.md", text)).map(\.line) == [2])
  }

  @Test(arguments: [
    Plant("Sources/Handles/SQLite", "let a = unsafe UnsafeRawPointer(b)"),
    Plant("Sources/Program/Commands", "print(\"hello\")"),
    Plant("Sources/Edges/Formats", "let ratio: Double"),
    Plant("Sources/Edges/Formats", "/// Neither try! nor unsafe nor Money as a Double."),
    Plant("Sources/Edges/Formats", "let a = \"try! unsafe fatalError()\""),
    Plant("Sources/Edges/Formats", "let a = try? b as? C"),
    Plant("Sources/Edges/Formats", "func blueprint(_ a: Int) {}"),
    Plant("Tests/FormatsTests", "@Test func `says that print() is unsafe`() {}"),
  ])
  func `are not seen where they may stand`(_ plant: Plant) {
    let file = SourceFile("\(plant.folder)/Planted.swift", "\(plant.text)\n")
    #expect(BannedWords.complaints(about: file) == [])
  }

  struct Plant: Sendable {
    let folder: String
    let text: String
    let line: Int
    let count: Int

    init(_ folder: String, _ text: String, line: Int = 1, count: Int = 1) {
      self.folder = folder
      self.text = text
      self.line = line
      self.count = count
    }
  }
}
