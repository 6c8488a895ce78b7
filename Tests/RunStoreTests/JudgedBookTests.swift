import Reconciliation
import Records
@testable import RunStore
import SQLite
import Testing

@Suite struct `the judged book` {
  @Test func `is what was remembered and then what was pulled, each by its keys`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun([
      page("9", 0, [record("30"), record("4"), record("5", kind: .renewal)]),
      page("8", 0, [record("1", environment: "Sandbox"), record("2", kind: .refused)]),
    ])
    try state.begin()
    try state.remember(page("9", 1, [record("7"), record("30")]))
    try state.remember(page("9", 0, [record("6")]))
    try state.remember(page("10", 0, [record("8")]))
    try state.remember(
      page("2026", 0, [record("9", origin: .notification)], source: .notifications))
    #expect(
      try state.ids() == ["5", "30", "4", "1", "8*", "6*", "7*", "30*", "9"])
  }

  @Test(arguments: [
    (Origin.history, true), (.lookup, true), (.receipt, true), (.notification, false),
    (.signedFile, false), (.appReceipt, false), (.refundHistory, true), (.status, true),
    (.feed, true),
  ])
  func `calls fresh what was answered in this run`(_ origin: Origin, _ isFresh: Bool) throws {
    let folder = try StateFolder()
    let state = try folder.open()
    try state.begin()
    try state.remember(page("7", 0, [record("100", origin: origin)]))
    #expect(try state.ids() == [isFresh ? "100*" : "100"])
    try state.conclude()
    #expect(try state.ids() == ["100"])
  }

  /// A receipt has a date and never shows what a feed without one tells.
  @Test(arguments: [[0, 1], [1, 0]])
  func `keeps a revocation that an unsigned word without a date tells, in any order`(
    _ order: [Int]
  ) throws {
    let folder = try StateFolder()
    let state = try folder.open()
    var revoked = record("100", origin: .feed, signedAt: nil)
    revoked.payload = Array(#"{"transactionId":"100","revocationDate":900}"#.utf8)
    let words = [revoked, record("100", origin: .receipt, signedAt: 2_000)]
    for place in order { _ = try state.wholeRun([page("7", 0, [words[place]])]) }
    #expect(try state.lines().map { $0.contains("revocationDate") } == [true])
  }

  @Test func `keeps a revocation that a later unsigned word is silent about`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    var revoked = record("100", origin: .receipt, signedAt: 1_000)
    revoked.payload = Array(#"{"transactionId":"100","revocationDate":900}"#.utf8)
    let silent = record("100", origin: .feed, signedAt: 2_000)
    let signed = record("100", origin: .history, signedAt: 500)
    _ = try state.wholeRun([page("7", 0, [silent])])
    _ = try state.wholeRun([page("7", 0, [revoked])])
    // Older, and it stands all the same: in the other order it would have stood too.
    #expect(try state.lines().map { $0.contains("revocationDate") } == [true])
    revoked.signedAt = 3_000
    _ = try state.wholeRun([page("7", 0, [revoked])])
    var later = silent
    later.signedAt = 4_000
    _ = try state.wholeRun([page("7", 0, [later, signed])])
    #expect(try state.lines().map { $0.contains("revocationDate") } == [true, false])
  }

  @Test func `keeps every fact of a record`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    var odd = record("3", kind: .refused, origin: .notification, environment: "", signedAt: nil)
    odd.token = [0, 1, 255]
    odd.payload = []
    let given = [record("1", original: "0"), record("2", origin: .receipt, signedAt: nil), odd]
    for isFinished in [false, true] {
      if isFinished {
        try state.conclude()
      } else {
        try state.begin()
        try state.remember(page("7", 0, given))
      }
      var met: [PulledRecord] = []
      try state.eachRecord { record, _ in met.append(record) }
      var expected = given
      for place in 0..<2 { expected[place].token = [] }
      if isFinished { expected.removeLast() }
      #expect(met == expected)
      var proven: [PulledRecord] = []
      for (id, environment) in [("0", "Production"), ("2", "Production"), ("3", "")] {
        try state.eachRecord(naming: id, environment: environment) { found, _ in
          proven.append(found)
        }
      }
      #expect(proven == given)
    }
  }

  @Test func `hands tokens back to the byte, in parts or whole`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    let regular = record("1")
    let tokens: [[UInt8]] = [
      regular.token, [], Array("no dots".utf8), Array("a.b.c".utf8), Array("..".utf8),
      Array(regular.token.dropLast(4)), regular.token + Array(".more".utf8),
      Array("other\(String(decoding: regular.token, as: UTF8.self))".utf8),
    ]
    try state.begin()
    for (number, token) in tokens.enumerated() {
      var copy = regular
      copy.token = token
      try state.remember(page("7", number, [copy]))
    }
    var met: [[UInt8]] = []
    try state.eachRecord(naming: "1", environment: "Production") { record, _ in
      met.append(record.token)
    }
    #expect(met == tokens)
  }

  @Test(arguments: JobState.book)
  func `is read by its indexes, so that nothing is gathered`(_ sql: String) throws {
    let folder = try StateFolder()
    let state = try folder.open()
    let plan = try state.database.prepare("EXPLAIN QUERY PLAN " + sql)
    while try plan.step() {
      let step = plan.text(at: 3) ?? ""
      #expect(step.contains("USING INDEX") || step.contains("PRIMARY KEY"), "\(step)")
    }
  }

  @Test func `stops where its reader stops`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    try state.begin()
    try state.remember(page("7", 0, [record("1"), record("2")]))
    let stop = SourceFailure(.interrupted, "enough")
    var met = 0
    #expect(throws: stop) {
      try state.eachRecord { _, _ throws(SourceFailure) in
        met += 1
        throw stop
      }
    }
    #expect(met == 1)
    try state.conclude()
  }
}

@Suite struct `what a finished run leaves` {
  @Test func `is the newest statement of each id, in whatever order they came`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun([
      page(
        "7", 0,
        [
          record("1", signedAt: 5, note: "kept"), record("1", signedAt: 4),
          record("2", signedAt: 4), record("2", signedAt: 5, note: "kept"),
          record("3", signedAt: 5, note: "kept"), record("3", signedAt: 5, note: "as old"),
          record("4", signedAt: nil), record("4", signedAt: 1, note: "kept"),
        ])
    ])
    #expect(try state.notes() == ["kept", "kept", "kept", "kept"])
    _ = try state.wholeRun([
      page(
        "7", 0,
        [
          record("1", signedAt: 4), record("2", signedAt: 5),
          record("3", signedAt: 6, note: "newer"), record("4", signedAt: nil),
        ])
    ])
    #expect(try state.notes() == ["kept", "kept", "newer", "kept"])
    #expect(try state.counts().believed == 4)
  }

  @Test func `keeps the word of a receipt beside the signed one`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun([
      page(
        "7", 0,
        [
          record("1", signedAt: 5, note: "signed"),
          record("1", origin: .receipt, signedAt: 9, note: "receipt"),
        ])
    ])
    #expect(try state.notes() == ["receipt", "signed"])
    _ = try state.wholeRun([
      page("7", 0, [record("1", origin: .receipt, signedAt: 9, note: "later")])
    ])
    #expect(try state.notes() == ["later", "signed"])
  }

  @Test func `keeps apps and environments apart`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun([
      page(
        "7", 0,
        [
          record("1"), record("1", environment: "Sandbox"),
          record("1", bundle: "com.example.other"),
          record("1", kind: .renewal),
        ])
    ])
    #expect(try state.counts().believed == 4)
  }

  @Test func `keeps a refused record as evidence until the store has answered for its id`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    let refused = record("1", kind: .refused)
    _ = try state.wholeRun([page("7", 0, [refused, refused, record("2", kind: .refused)])])
    #expect(try state.counts().refused == 2)
    try state.begin()
    try state.remember(page("7", 0, [refused, record("1", environment: "Sandbox")]))
    #expect(try state.counts().refused == 2)
    try state.conclude()
    #expect(try state.counts().refused == 2)
    try state.begin()
    try state.remember(page("7", 0, [record("1"), record("3"), record("3", kind: .refused)]))
    #expect(try state.counts().refused == 3)
    try state.conclude()
    #expect(try state.counts().refused == 1)
    // What an earlier run could not see is asked again, and no part of the book.
    #expect(try state.ids() == ["1", "3", "1"])
  }
}

extension JobState {
  /// The notes of the judged book's payloads.
  fileprivate func notes() throws(SourceFailure) -> [String] {
    var notes: [String] = []
    try eachRecord { record, _ in
      let payload = String(decoding: record.payload, as: UTF8.self)
      notes.append(String(payload.split(separator: "\"").dropLast().last ?? ""))
    }
    return notes
  }
}
