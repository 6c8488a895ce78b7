import Reconciliation
import Records
import SQLite
import Testing

@testable import RunStore

@Suite struct `a pull's memory` {
  @Test func `keeps a page with its cursors`() throws {
    let folder = try StateFolder()
    do {
      let state = try folder.open()
      try state.begin()
      #expect(try state.cursor("sweep") == nil)
      try state.remember(
        PulledPage(
          source: .notifications, subject: "today", number: 0, records: [record("100")],
          cursors: ["sweep": "A", "other": ""]))
    }
    let state = try folder.open()
    #expect(try state.cursor("sweep") == "A")
    #expect(try state.cursor("other") == "")
    try state.begin()
    try state.remember(
      PulledPage(
        source: .notifications, subject: "today", number: 1, records: [],
        cursors: ["sweep": nil, "other": "B"]))
    #expect(try state.cursor("sweep") == nil)
    #expect(try state.cursor("other") == "B")
  }

  @Test func `numbers pages from zero, empty ones too, list by list`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    try state.begin()
    #expect(try state.nextPage(.history, subject: "7") == 0)
    try state.remember(page("7", 0, [record("100")]))
    try state.remember(page("7", 1, []))
    #expect(try state.nextPage(.history, subject: "7") == 2)
    #expect(try state.nextPage(.history, subject: "8") == 0)
    #expect(try state.nextPage(.lookup, subject: "7") == 0)
    try state.conclude()
    #expect(try state.nextPage(.history, subject: "7") == 0)
    #expect(try state.cursor("history/7") == "after 1")
  }

  @Test func `replaces a page that is pulled again`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    try state.begin()
    try state.remember(page("7", 0, [record("100"), record("101"), record("102")]))
    try state.remember(page("7", 1, [record("103")]))
    try state.remember(page("7", 0, [record("100", note: "again"), record("104")]))
    #expect(try state.ids() == ["100*", "104*", "103*"])
    #expect(try state.counts() == RecordCounts(believed: 0, pulled: 3, pages: 2, refused: 0))
  }

  @Test(arguments: [false, true])
  func `knows ids and original ids`(_ isFinished: Bool) throws {
    let folder = try StateFolder()
    let state = try folder.open()
    try state.begin()
    try state.remember(
      page(
        "7", 0,
        [
          record("101", original: "100"), record("200", kind: .renewal),
          record("300", kind: .refused), record("0400"),
        ]))
    if isFinished { try state.conclude() }
    let known = try ["100", "101", "200", "300", "400", "0400", ""].filter {
      try state.knows(id: $0, environment: "Production")
    }
    #expect(known == ["100", "101", "0400"])
    #expect(try !state.knows(id: "101", environment: "Sandbox"))
  }

  @Test func `finds what it is asked for by its indexes`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    let plan = try state.database.prepare("EXPLAIN QUERY PLAN " + PullQuestions.isKnown)
    while try plan.step() {
      let step = plan.text(at: 3) ?? ""
      #expect(!step.hasPrefix("SCAN") || step == "SCAN CONSTANT ROW", "\(step)")
    }
  }

  @Test func `belongs to a run`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    #expect(throws: SourceFailure.self) { try state.remember(page("7", 0, [])) }
    try state.begin()
    try state.conclude()
    #expect(throws: SourceFailure.self) { try state.remember(page("7", 0, [])) }
  }
}
