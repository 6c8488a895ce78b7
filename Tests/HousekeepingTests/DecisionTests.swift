import Testing

/// Whether a decision record has its form and is short.
enum Decision {
  static let folder = "docs/decisions/"
  static let lineLimit = 20
  static let columnLimit = 120

  static func isRecord(_ file: SourceFile) -> Bool {
    file.path.hasPrefix(folder) && file.path != folder + "README.md"
  }

  static func complaints(about file: SourceFile) -> [Complaint] {
    var complaints: [Complaint] = []
    if file.path.wholeMatch(of: #/docs/decisions/\d{4}(-[a-z0-9]+)+\.md/#) == nil {
      complaints.append(Complaint(file, "name it NNNN-some-words.md"))
    }
    let title = file.lines.first ?? ""
    let heading = title.wholeMatch(of: #/# (\d+)\. .+ \(\d{4}-\d{2}-\d{2}\)/#)
    if heading == nil || heading.flatMap({ Int($0.1) }) != number(of: file) {
      complaints.append(Complaint(file, line: 1, "begin with '# N. What was decided (2026-01-31)'"))
    }
    let body = file.lines.dropFirst().filter { !$0.isEmpty }
    if body.count > lineLimit {
      complaints.append(Complaint(file, "\(body.count) lines, limit \(lineLimit)"))
    }
    if let wide = file.lines.firstIndex(where: { $0.count > columnLimit }) {
      complaints.append(Complaint(file, line: wide + 1, "wider than \(columnLimit) columns"))
    }
    for part in ["**Context.**", "**Decision.**", "**Consequence.**"]
    where !body.contains(where: { $0.hasPrefix(part) }) {
      complaints.append(Complaint(file, "has no \(part)"))
    }
    return complaints
  }

  /// Records are numbered from 1 without a gap, and no number is taken twice.
  static func complaints(aboutNumbersOf files: [SourceFile]) -> [Complaint] {
    zip(files.sorted { $0.path < $1.path }, 1...).filter { number(of: $0) != $1 }.map {
      Complaint($0, "would be number \($1)")
    }
  }

  private static func number(of file: SourceFile) -> Int? { Int(file.name.prefix(4)) }
}

@Suite struct `decisions` {
  private static let records = Tree.besides.filter(Decision.isRecord)

  @Test func `have their form and are short`() {
    #expect(!Self.records.isEmpty)
    expectNone(Self.records.flatMap(Decision.complaints(about:)))
  }

  @Test func `are numbered one by one`() {
    expectNone(Decision.complaints(aboutNumbersOf: Self.records))
  }

  @Test(arguments: [
    ("docs/decisions/0007-a-b.md", "# 7. Why (2026-01-31)", 18, 0),
    ("docs/decisions/0007-a-b.md", "# 7. Why (2026-01-31)", 17 + 2, 1),
    ("docs/decisions/0007-a-b.md", "# 8. Why (2026-01-31)", 1, 1),
    ("docs/decisions/0007-a-b.md", "# 7. Why", 1, 1),
    ("docs/decisions/7-a.md", "# 7. Why (2026-01-31)", 1, 2),
    ("docs/decisions/0007-Why.md", "# 7. Why (2026-01-31)", 1, 1),
    (
      "docs/decisions/0007-a-b.md", "# 7. W\(String(repeating: "h", count: 120)) (2026-01-31)", 1, 1
    ),
  ])
  func `are looked at`(_ path: String, _ title: String, _ extra: Int, _ complaints: Int) {
    let text =
      "\(title)\n\n" + String(repeating: "**Context.** a\n", count: extra)
      + "\n**Decision.** b\n\n**Consequence.** c\n"
    #expect(Decision.complaints(about: SourceFile(path, text)).count == complaints)
  }

  @Test func `say why, what and what follows`() {
    let file = SourceFile("docs/decisions/0007-a.md", "# 7. Why (2026-01-31)\n\nBecause.\n")
    #expect(
      Decision.complaints(about: file).map(\.says) == [
        "has no **Context.**", "has no **Decision.**", "has no **Consequence.**",
      ])
  }

  @Test(arguments: [
    (["0001-a", "0002-b"], 0), (["0001-a", "0001-b"], 1), (["0001-a", "0003-b"], 1),
  ])
  func `are counted`(_ names: [String], _ complaints: Int) {
    let files = names.map { SourceFile("docs/decisions/\($0).md", "") }
    #expect(Decision.complaints(aboutNumbersOf: files).count == complaints)
  }
}
