import Testing

/// Whether the book, the rules' files and their specifications name the same rules.
struct RuleBookCheck {
  let book: SourceFile
  /// Files that hold a rule.
  let rules: [SourceFile]
  /// The paths of all files under Tests.
  let tests: Set<String>

  init(book: SourceFile, among files: [SourceFile]) {
    self.book = book
    rules = files.filter { $0.path.hasPrefix(Self.folder) && Self.constant(of: $0) != nil }
    tests = Set(files.map(\.path).filter { $0.hasPrefix("Tests/") })
  }

  static let folder = "Sources/Core/Rules/"
  static let bookPath = folder + "RuleBook.swift"

  var complaints: [Complaint] {
    rules.flatMap(complaints(about:)) + complaintsAboutBook
  }

  private func complaints(about file: SourceFile) -> [Complaint] {
    var complaints: [Complaint] = []
    let constant = Self.constant(of: file) ?? ""
    if constant != file.name.prefix(1).lowercased() + file.name.dropFirst() {
      complaints.append(Complaint(file, "its rule is called '\(constant)'; give both one name"))
    }
    if Self.ruleLines(of: file).count > 1 {
      complaints.append(Complaint(file, "more than one rule; give each its own file"))
    }
    if !entries.contains(constant) {
      complaints.append(Complaint(file, "'\(constant)' is not in the rule book"))
    }
    let specification = "Tests/RulesTests/\(file.name)Tests.swift"
    if !tests.contains(specification) {
      complaints.append(Complaint(file, "has no specification \(specification)"))
    }
    return complaints
  }

  private var complaintsAboutBook: [Complaint] {
    var seen: Set<Substring> = []
    let known = Set(rules.compactMap(Self.constant))
    guard !entries.isEmpty else { return [Complaint(book, "no entry found in 'current'")] }
    return entries.compactMap { entry in
      if !seen.insert(entry).inserted { return Complaint(book, "'\(entry)' is listed twice") }
      if !known.contains(entry) { return Complaint(book, "'\(entry)' has no file of its own") }
      return nil
    }
  }

  /// What stands in `current = [.one, .two]`.
  private var entries: [Substring] {
    guard let start = book.declarations.first(where: { $0.name == "current" })?.line else {
      return []
    }
    let text = book.code.dropFirst(start - 1).joined(separator: "\n")
    let list = text.drop { $0 != "=" && $0 != "{" }.drop { $0 != "[" }.dropFirst()
    return list.prefix { $0 != "]" }.split(separator: ",").compactMap { entry in
      words(in: entry).last?.text
    }
  }

  private static func constant(of file: SourceFile) -> Substring? {
    guard let line = ruleLines(of: file).first else { return nil }
    return Declaration(file.code[line - 1], line: line)?.name
  }

  private static func ruleLines(of file: SourceFile) -> [Int] {
    file.code.enumerated().filter { $1.contains("= Rule(") }.map { $0.offset + 1 }
  }
}

@Suite struct `the rule book` {
  @Test(
    .enabled(
      if: Tree.exists(RuleBookCheck.bookPath), "there is no \(RuleBookCheck.bookPath) yet"))
  func `names each rule that has a file, and each has its specification`() throws {
    let book = try #require(Tree.sources.first { $0.path == RuleBookCheck.bookPath })
    expectNone(RuleBookCheck(book: book, among: Tree.swift).complaints)
  }

  @Test func `is complete`() {
    #expect(Self.complaints(book: "[.missedDelivery, .doubleGrant]") == [])
    #expect(Self.complaints(book: "[\n    .missedDelivery,\n    Rule.doubleGrant,\n  ]") == [])
  }

  @Test(arguments: [
    ("[.missedDelivery]", "DoubleGrant.swift: 'doubleGrant' is not in the rule book"),
    ("[.missedDelivery, .doubleGrant, .lost]", "RuleBook.swift: 'lost' has no file of its own"),
    (
      "[.missedDelivery, .doubleGrant, .doubleGrant]",
      "RuleBook.swift: 'doubleGrant' is listed twice"
    ),
  ])
  func `is found incomplete`(_ book: String, _ complaint: String) {
    #expect(Self.complaints(book: book) == [RuleBookCheck.folder + complaint])
  }

  @Test func `is found empty`() {
    let said = Self.complaints(book: "[]")
    #expect(said.contains("Sources/Core/Rules/RuleBook.swift: no entry found in 'current'"))
  }

  @Test func `misses a specification`() {
    let said = Self.complaints(book: "[.missedDelivery, .doubleGrant]") {
      $0.path != "Tests/RulesTests/DoubleGrantTests.swift"
    }
    #expect(
      said == [
        "Sources/Core/Rules/DoubleGrant.swift: has no specification "
          + "Tests/RulesTests/DoubleGrantTests.swift"
      ])
  }

  @Test func `wants one rule a file, and one name for both`() {
    let rules = SourceFile(
      "Sources/Core/Rules/Rules.swift",
      "  static let missedDelivery = Rule(\n  static let doubleGrant = Rule(\n")
    let said = RuleBookCheck(book: Self.book("[.missedDelivery]"), among: [rules]).complaints
    #expect(
      said.map(\.says) == [
        "its rule is called 'missedDelivery'; give both one name",
        "more than one rule; give each its own file",
        "has no specification Tests/RulesTests/RulesTests.swift",
      ])
  }

  private static func complaints(
    book entries: String, where isThere: (SourceFile) -> Bool = { _ in true }
  ) -> [String] {
    let files = ["missedDelivery", "doubleGrant"].flatMap { name in
      let file = name.prefix(1).uppercased() + name.dropFirst()
      return [
        SourceFile("\(RuleBookCheck.folder)\(file).swift", "  static let \(name) = Rule(\n"),
        SourceFile("Tests/RulesTests/\(file)Tests.swift", ""),
      ]
    }
    return RuleBookCheck(book: book(entries), among: files.filter(isThere)).complaints
      .map(\.description)
  }

  private static func book(_ entries: String) -> SourceFile {
    SourceFile(RuleBookCheck.bookPath, "  package static let current: [Rule] = \(entries)\n")
  }
}
