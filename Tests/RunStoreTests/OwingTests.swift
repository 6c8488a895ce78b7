import Reconciliation
import Records
import Rules
import RunStore
import Testing

@Suite struct `a state` {
  @Test func `owes an alarm until it is settled, whoever finishes the run`() throws {
    let folder = try StateFolder()
    do {
      let state = try folder.open()
      _ = try state.wholeRun(finds: [finding("a", severity: .notice)])
      #expect(try state.owedAlarm() == .notice)
      try state.begin(hour(24))
      let found = try state.annotate([finding("b", ids: ["200"])], asOf: hour(24))
      try state.seal(conclusion(found))
    }
    // Killed after the rename, and the one that recovers it is killed as well.
    do {
      let state = try folder.open()
      let begun = try state.beginRun(asOf: hour(25), name: "r", now: hour(25)) { _ in true }
      #expect(begun.recovered?.worstNew == .loss)
      #expect(try state.owedAlarm() == .loss)
    }
    let state = try folder.open()
    #expect(try state.owedAlarm() == .loss)
    try state.settleAlarm()
    #expect(try state.owedAlarm() == nil)
    try state.begin(hour(26))
    try state.conclude([finding("b", ids: ["200"])], at: hour(26))
    #expect(try state.owedAlarm() == nil)
  }

  @Test func `belongs to one job, app and environment`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    for _ in 0..<2 { try state.belong(to: "n", bundleID: "com.a", environment: "Production") }
    for (job, app, place) in [
      ("m", "com.a", "Production"), ("n", "com.b", "Production"), ("n", "com.a", "Sandbox"),
    ] {
      let failure = try #require(throws: SourceFailure.self) {
        try state.belong(to: job, bundleID: app, environment: place)
      }
      #expect(failure.kind == .misconfigured)
      #expect(failure.words.contains("the job `n` for com.a in Production"))
    }
  }

  @Test func `keeps a finding open that a run could not check`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    var byRow = rowFinding("b", claiming: "200")
    byRow.rows = ["orders:7"]
    _ = try state.wholeRun(finds: [finding("a"), byRow, finding("c", ids: ["300"])])
    var blindRow = rowFinding("y", claiming: "")
    blindRow.kind = .unverifiable
    blindRow.transactionIDs = []
    blindRow.rows = ["orders:7"]
    let blind = finding("x", .unverifiable, seen: hour(24))
    _ = try state.wholeRun(finds: [blind, blindRow], at: hour(24))
    let open = try state.findings(asOf: hour(24)).filter { $0.finding.status == .open }
    #expect(open.map(\.finding.id) == ["a", "b", "y", "x"])
    _ = try state.wholeRun(at: hour(48))
    #expect(try state.findings(asOf: hour(48)).allSatisfy { $0.finding.status == .resolved })
  }

  @Test func `resolves nothing for a run of an earlier moment`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun(finds: [finding("a", seen: hour(24))], at: hour(24))
    _ = try state.wholeRun(at: hour(12))
    let known = try #require(try state.finding(id: "a", asOf: hour(24)))
    #expect(known.finding.status == .open)
    #expect(known.lastSeen == hour(24))
    _ = try state.wholeRun(at: hour(36))
    #expect(try state.finding(id: "a", asOf: hour(36))?.finding.status == .resolved)
  }

  @Test func `names the cursors below a number, and those that are none`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    try state.begin()
    var page = page("7", 0, [])
    page.cursors = ["w/b": "5", "w/a": "unfinished", "w/c": "9", "w": "1", "x/d": "1", "v/e": "1"]
    try state.remember(page)
    #expect(try state.cursors(under: "w/", below: 9) == ["a", "b"])
    #expect(try state.cursors(under: "w/", below: nil) == ["a", "b", "c"])
  }
}
