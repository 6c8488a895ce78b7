import Testing

@testable import AppStore

@Suite struct `a log of the same again and again` {
  @Test func `tells three times in full, then each tenfold`() {
    var lines = RepeatedLines()
    let told = (1...1_000).compactMap { count in
      lines.line("history: HTTP 503", "history of \(count)").map { (count, $0) }
    }
    #expect(told.map(\.0) == [1, 2, 3, 10, 100, 1_000])
    #expect(told[1].1 == "history of 2")
    #expect(told[2].1.hasPrefix("history of 3; from here on"))
    #expect(told[4].1 == "history: HTTP 503: 100 times by now")
    #expect(lines.line("refunds: HTTP 503", "refunds") == "refunds")
  }

  @Test func `takes names that never end for one`() {
    var lines = RepeatedLines()
    let told = (1...100_000).compactMap { lines.line("name \($0)", "words") }
    #expect(told.count < 220)
  }
}
