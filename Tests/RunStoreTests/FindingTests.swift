import Reconciliation
import Records
import Rules
import RunStore
import Testing

@Suite struct `a finding` {
  @Test func `is new until a whole report has called it so, then open since that day`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    let first = try state.wholeRun(finds: [finding("a")], at: hour(0))
    #expect(first.map(\.status) == [.new])
    let second = try state.wholeRun(
      finds: [finding("a", seen: hour(24)), finding("b", ids: ["200"], seen: hour(24))],
      at: hour(24))
    #expect(second.map(\.status) == [.open, .new])
    #expect(second.map(\.firstSeen) == [hour(0), hour(24)])
    let known = try state.findings(asOf: hour(24))
    #expect(known.map(\.finding.id) == ["a", "b"])
    #expect(known.map(\.lastSeen) == [hour(24), hour(24)])
    #expect(known.map(\.firstRun) == [1, 2])
    #expect(known.map(\.lastRun) == [2, 2])
  }

  @Test func `that is no longer made is resolved, and new when it is back`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun(finds: [finding("a")], at: hour(0))
    _ = try state.wholeRun(at: hour(24))
    #expect(try state.finding(id: "a", asOf: hour(24))?.finding.status == .resolved)
    let back = try state.wholeRun(finds: [finding("a", seen: hour(48))], at: hour(48))
    #expect(back.map(\.status) == [.new])
    #expect(back.map(\.firstSeen) == [hour(0)])
    #expect(try state.finding(id: "a", asOf: hour(48))?.finding.status == .open)
  }

  @Test func `stays open where the run did not see enough`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun(finds: [finding("a")], at: hour(0))
    try state.begin(hour(24))
    try state.conclude(at: hour(24), resolvesOthers: false)
    let known = try #require(try state.finding(id: "a", asOf: hour(24)))
    #expect(known.finding.status == .open)
    #expect(known.lastSeen == hour(0))
  }

  @Test func `is accepted until the day that was said`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun(finds: [finding("a")], at: hour(0))
    let acceptance = Acceptance(reason: "settled by hand", until: hour(24))
    #expect(try state.accept(id: "a", acceptance))
    #expect(try !state.accept(id: "b", acceptance))
    #expect(try state.annotate([finding("a")], asOf: hour(23)).map(\.status) == [.accepted])
    #expect(try state.annotate([finding("a")], asOf: hour(24)).map(\.status) == [.open])
    #expect(try state.finding(id: "a", asOf: hour(23))?.acceptance == acceptance)
    #expect(try state.finding(id: "a", asOf: hour(23))?.finding.status == .accepted)
    #expect(try state.accept(id: "a", nil))
    #expect(try state.annotate([finding("a")], asOf: hour(23)).map(\.status) == [.open])
  }

  @Test func `is remembered with every fact`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    var full = finding("a", ids: ["9007199254740993", "0042", "4.3E+14"])
    full.originalTransactionID = "1"
    full.accountToken = "token"
    full.rows = ["orders:1", "\"\\\n"]
    full.isStoreFresh = true
    full.amount = Money(milliunits: -990, currency: "JPY")
    var bare = rowFinding("b", claiming: "null")
    bare.amount = nil
    bare.purchasedAt = nil
    bare.isConfirmed = false
    _ = try state.wholeRun(finds: [full, bare])
    var met = try state.findings(asOf: hour(0)).map(\.finding)
    for place in met.indices { met[place].status = .new }
    #expect(met == [full, bare])
  }
}

@Suite struct `a finding whose purchase learned an alias` {
  @Test func `keeps its id and its date`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun(finds: [finding("early", ids: ["200"])], at: hour(0))
    let renamed = finding("late", ids: ["100", "200"], seen: hour(24))
    let second = try state.wholeRun(finds: [renamed], at: hour(24))
    #expect(second.map(\.id) == ["early"])
    #expect(second.map(\.status) == [.open])
    #expect(second.map(\.firstSeen) == [hour(0)])
    #expect(second[0].transactionIDs == ["100", "200"])
    let third = try state.wholeRun(finds: [finding("later", ids: ["50", "100"])], at: hour(48))
    #expect(third.map(\.id) == ["early"])
    #expect(try state.findings(asOf: hour(48)).map(\.finding.id) == ["early"])
  }

  @Test(arguments: [
    finding("late", .doubleGrant, ids: ["100", "200"]),
    finding("late", ids: ["100", "200"], environment: "Sandbox"),
    finding("late", ids: ["100", "0200"]),
    rowFinding("late", claiming: "200"),
  ])
  func `is another one where anything else differs`(_ other: Finding) throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun(finds: [finding("early", ids: ["200"])])
    let found = try state.annotate([other], asOf: hour(0))
    #expect(found.map(\.id) == ["late"])
    #expect(found.map(\.status) == [.new])
  }

  @Test func `does not take the place of one that stands`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun(finds: [finding("early", ids: ["100", "200"])])
    let found = try state.annotate(
      [finding("x", ids: ["100"]), finding("early", ids: ["200"]), finding("y", ids: ["100"])],
      asOf: hour(0))
    #expect(found.map(\.id) == ["x", "early", "y"])
    #expect(found.map(\.status) == [.new, .open, .new])
  }

  @Test func `takes the oldest of two, and only one of two takes it`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun(finds: [finding("b", ids: ["200"])], at: hour(0))
    _ = try state.wholeRun(
      finds: [finding("b", ids: ["200"]), finding("a", ids: ["100"], seen: hour(24))],
      at: hour(24))
    let found = try state.wholeRun(
      finds: [finding("x", ids: ["100", "200"]), finding("y", ids: ["300", "200"])],
      at: hour(48))
    #expect(found.map(\.id) == ["b", "y"])
    #expect(found.map(\.status) == [.open, .new])
    #expect(try state.finding(id: "a", asOf: hour(48))?.finding.status == .resolved)
  }

  @Test func `is never one about rows, which only share what they claim`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun(finds: [rowFinding("a", claiming: "0")])
    let found = try state.wholeRun(finds: [rowFinding("b", claiming: "0")], at: hour(24))
    #expect(found.map(\.id) == ["b"])
    #expect(found.map(\.status) == [.new])
    #expect(try state.finding(id: "a", asOf: hour(24))?.finding.status == .resolved)
  }
}
