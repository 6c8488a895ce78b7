import Testing

@testable import AppStore

@Suite struct `a list of seeds` {
  private static func list(
    _ ids: [String], reach: Int = 2, customers: [String: String] = [:],
    roots: [String: String] = [:]
  ) -> SeedList {
    SeedList(
      ids.map { HistorySeed(id: $0, customer: customers[$0]) }, reach: reach, root: { roots[$0] })
  }

  @Test func `has a few in work at once, and goes on as the first is through`() {
    var list = Self.list(["1", "2", "3", "4"])
    #expect(list.nextWalk() == 0)
    #expect(list.nextWalk() == 1)
    #expect(list.nextWalk() == nil)
    list.decide(1, .whole)
    #expect(list.nextWalk() == nil)
    list.decide(0, .failed)
    #expect(list.nextWalk() == 2)
    #expect(list.nextWalk() == 3)
    #expect(list.nextWalk() == nil)
  }

  @Test func `strikes what an id far enough before has brought`() {
    var list = Self.list(["1", "2", "3", "4"])
    _ = (list.nextWalk(), list.nextWalk())
    #expect(list.note(["1", "3", "9"], by: 0) == ["3"])
    list.decide(0, .failed)
    #expect(list.nextWalk() == nil)
    list.decide(1, .whole)
    #expect(list.nextWalk() == 3)
    #expect(list.end(of: 2) == (.failed, 0))
  }

  @Test func `does not strike by what may or may not have come by now`() {
    for comesFirst in [true, false] {
      var list = Self.list(["1", "2", "3"])
      _ = (list.nextWalk(), list.nextWalk())
      if comesFirst { _ = list.note(["3"], by: 1) }
      list.decide(0, .whole)
      #expect(list.nextWalk() == 2)
    }
  }

  @Test func `asks for each customer once before it asks for any a second time`() {
    var list = Self.list(
      ["1", "2", "3", "4", "5"], reach: 9,
      customers: ["1": "ann", "2": "ann", "3": "bob", "4": "ann", "5": "bob"])
    #expect(list.ids == ["1", "3", "2", "5", "4"])
    #expect(list.nextWalk() == 0)
    #expect(list.nextWalk() == 1)
    #expect(list.nextWalk() == nil)
    #expect(list.note(["1", "2"], by: 0) == ["2"])
    list.decide(0, .whole)
    // The second of ann is struck, the second of bob waits for the first.
    #expect(list.nextWalk() == nil)
    list.decide(1, .whole)
    #expect(list.nextWalk() == 3)
    #expect(list.nextWalk() == 4)
    #expect(list.end(of: 2) == (.whole, 0))
  }

  @Test func `asks by the id by which a history was read before`() {
    var list = Self.list(
      ["1", "2", "3", "4"], reach: 9, roots: ["1": "3", "2": "8", "4": "8"])
    #expect(list.nextWalk() == 0)
    #expect(list.subject(of: 0) == "3")
    #expect(list.nextWalk() == 1)
    #expect(list.subject(of: 1) == "8")
    #expect(list.nextWalk() == nil)
    list.decide(0, .gone)
    list.decide(1, .unknown)
    #expect(list.end(of: 2) == (.gone, 0))
    #expect(list.end(of: 3) == (.unknown, 1))
    // What is known already is no news.
    #expect(list.note(["2", "3", "4"], by: 0).isEmpty)
  }

  @Test func `takes nobody's ids for different customers'`() {
    var list = Self.list(["1", "2"], customers: ["1": "", "2": ""])
    #expect(list.nextWalk() == 0)
    #expect(list.nextWalk() == 1)
  }

  @Test func `takes each id once`() {
    let list = Self.list(["1", "2", "1"], customers: ["1": "ann"])
    #expect(list.ids == ["1", "2"])
  }
}
