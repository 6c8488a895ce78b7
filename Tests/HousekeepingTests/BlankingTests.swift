import Testing

@Suite struct `blanking` {
  @Test(arguments: [
    ("let a = 1 // one", "let a = 1       "),
    ("a /* b /* c */ d */ e", "a                   e"),
    (#"let a = "try!" + b"#, #"let a = "    " + b"#),
    (#"let a = "\"x" + b"#, #"let a = "   " + b"#),
    (#"let a = "x \(b as! C) y" + d"#, #"let a = "  \(b as! C)  " + d"#),
    (##"let a = #"x " \n"# + b"##, ##"let a = #"      "# + b"##),
    (##"let a = #"x \#(b) y"# + c"##, ##"let a = #"  \#(b)  "# + c"##),
    ("func `is unsafe`() {}", "func `_________`() {}"),
    ("let a = \"never closed\nlet b = 1", "let a = \"            \nlet b = 1"),
    ("let a = \"\"\"\n  \"x\" // y\n  \"\"\"\nb", "let a = \"\"\"\n          \n  \"\"\"\nb"),
  ])
  func `leaves code and lines where they were`(_ text: String, _ code: String) {
    #expect(Blanking.code(of: text) == code)
  }
}

@Suite struct `declarations` {
  @Test(arguments: [
    ("  package static func read(_ a: Int) -> Int {", "package static func read"),
    ("@Test(arguments: [(1, 2)]) func `a sentence`() {", "func __________"),
    ("  nonisolated(unsafe) private(set) var count = 0", "nonisolated private var count"),
    ("  class func make() {", "class func make"),
    ("  init?(_ text: String) {", "init init"),
    ("  package static func == (a: A, b: A) -> Bool {", "package static func "),
    ("@testable private import CSQLite", "private import CSQLite"),
  ])
  func `are read from one line`(_ text: String, _ expected: String) throws {
    let declaration = try #require(Declaration(Blanking.code(of: text)[...], line: 1))
    let words = declaration.modifiers + [declaration.keyword, declaration.name]
    #expect(words.joined(separator: " ") == expected)
  }

  @Test(arguments: ["  return package", "  if let a = b {", "  case let a:", "}"])
  func `are not seen where there are none`(_ text: String) {
    #expect(Declaration(text[...], line: 1) == nil)
  }
}
