import Reconciliation
import Records
import Rules
import RunStore
import Testing

@Suite struct `a run` {
  @Test func `that was never finished is gone on with`() throws {
    let folder = try StateFolder()
    do {
      let state = try folder.open()
      let run = try state.begin(hour(0), name: "first")
      #expect(!run.isResumed && run.recovered == nil && run.number == 1)
      try state.remember(page("7", 0, [record("100")]))
    }
    let state = try folder.open()
    #expect(try state.unfinishedRun()?.name == "first")
    let run = try state.beginRun(asOf: hour(0), name: "second", now: hour(2)) { _ in true }
    #expect(run.isResumed && run.number == 1 && run.name == "second")
    #expect(run.started == hour(0))
    #expect(try state.ids() == ["100*"])
  }

  @Test func `at another as-of keeps its pages and trusts them less`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    try state.begin(hour(0))
    try state.remember(page("7", 0, [record("100")]))
    try state.remember(page("8", 0, [record("200")]))
    let run = try state.begin(hour(1))
    #expect(run.isResumed && run.asOf == hour(1))
    #expect(try state.ids() == ["100", "200"])
    try state.remember(page("7", 0, [record("100")]))
    #expect(try state.ids() == ["100*", "200"])
    try state.begin(hour(1))
    #expect(try state.ids() == ["100*", "200"])
  }

  @Test func `is followed by the next when it is finished`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun([page("7", 0, [record("100")])], at: hour(0))
    #expect(try state.unfinishedRun() == nil)
    _ = try state.wholeRun(finds: [finding("a")], at: hour(24))
    let run = try state.begin(hour(48))
    #expect(!run.isResumed && run.number == 3)
    let runs = try state.finishedRuns(atMost: 10)
    #expect(runs.map(\.number) == [2, 1])
    #expect(runs.map(\.verdict) == [.exceptions, .clean])
    #expect(runs.map(\.finished) == [hour(24), hour(0)])
    #expect(runs.map(\.counts) == [["findings": 1], ["findings": 0]])
    #expect(try state.finishedRuns(atMost: 1).map(\.name) == ["run at 2026-01-02T00:00:00Z"])
  }

  @Test func `cannot finish without a conclusion`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    #expect(throws: SourceFailure.self) { try state.finishRun(now: hour(0)) }
    try state.begin()
    #expect(throws: SourceFailure.self) { try state.finishRun(now: hour(0)) }
    try state.seal(conclusion())
    try state.begin()
    #expect(throws: SourceFailure.self) { try state.finishRun(now: hour(0)) }
  }

  @Test func `that was killed before its report stood is gone on with`() throws {
    let folder = try StateFolder()
    do {
      let state = try folder.open()
      try state.begin(name: "first")
      try state.remember(page("7", 0, [record("100")]))
      try state.seal(conclusion([finding("a")], manifest: "M"))
    }
    let state = try folder.open()
    var asked: [SealedRun] = []
    let run = try state.beginRun(asOf: hour(0), name: "second", now: hour(1)) { sealed in
      asked.append(sealed)
      return false
    }
    #expect(asked == [SealedRun(name: "first", manifest: "M")])
    #expect(run.isResumed && run.recovered == nil)
    #expect(try state.ids() == ["100*"])
    #expect(try state.annotate([finding("a")], asOf: hour(0)).map(\.status) == [.new])
    try state.conclude()
    #expect(try state.findings(asOf: hour(0)) == [])
  }

  @Test func `that was killed after its report stood is finished by the next`() throws {
    let folder = try StateFolder()
    do {
      let state = try folder.open()
      _ = try state.wholeRun(finds: [finding("old")], at: hour(-24))
      try state.begin(name: "first")
      try state.remember(page("7", 0, [record("100")]))
      let found = try state.annotate(
        [finding("old"), finding("a", severity: .wrong), finding("b", severity: .notice)],
        asOf: hour(0))
      try state.seal(conclusion(found))
    }
    let state = try folder.open()
    let run = try state.beginRun(asOf: hour(24), name: "second", now: hour(24)) { _ in true }
    #expect(!run.isResumed && run.number == 3)
    #expect(run.recovered == RecoveredRun(name: "first", worstNew: .wrong))
    #expect(try state.ids() == ["100"])
    #expect(try state.finishedRuns(atMost: 1).map(\.name) == ["first"])
    let again = try state.annotate([finding("a", seen: hour(24))], asOf: hour(24))
    #expect(again.map(\.status) == [.open])
    #expect(again.map(\.firstSeen) == [hour(0)])
    #expect(try state.begin(hour(24)).recovered == nil)
  }
}
