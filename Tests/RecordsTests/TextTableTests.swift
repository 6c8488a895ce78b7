import Records
import Specimens
import Testing

@Suite struct `a table of texts` {
  @Test func `gives one name to one text and another to every other`() {
    var table = TextTable()
    var random = SeededRandom(seed: 7)
    let texts = (0..<20_000).map { _ in String(random.next() % 9_000) }
    let names = texts.map { table.intern($0) }
    #expect(table.count == Set(texts).count + 1)
    for (text, name) in zip(texts, names) {
      #expect(table.find(text) == name)
      #expect(table.string(name) == text)
    }
  }

  @Test(arguments: [
    ("0042", "42"), ("1001", "1001 "), ("é", "e\u{301}"), ("coins.100", "COINS.100"), ("", "0"),
    ("612740550918371588", "612740550918371600"),
  ])
  func `takes texts byte for byte`(_ one: String, _ other: String) {
    var table = TextTable()
    #expect(table.intern(one) != table.intern(other))
  }

  @Test func `holds the empty text from the start, which stands for none`() {
    var table = TextTable()
    #expect(table.intern("") == .empty)
    #expect(table.find("") == .empty)
    #expect(table.string(.empty) == "")
    #expect(table.utf8(.empty).isEmpty)
    #expect(TransactionID(table.intern("")).isNone)
  }

  @Test func `knows what it does not hold`() {
    var table = TextTable()
    _ = table.intern("1001")
    #expect(table.find("1002") == nil)
  }

  @Test(arguments: [
    ("9", "10", true), ("10", "9", false), ("1001", "1002", true), ("1001", "1001", false),
    ("", "0", true), ("42", "0042", true),
  ])
  func `orders ids: the shorter first, then by bytes`(
    _ one: String, _ other: String, _ isLower: Bool
  ) {
    var table = TextTable()
    let first = table.intern(one)
    let second = table.intern(other)
    #expect(table.isLower(first, second) == isLower)
  }
}
