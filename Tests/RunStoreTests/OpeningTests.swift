import Reconciliation
import Records
import SQLite
import System
import TestKit
import Testing

@testable import RunStore

@Suite struct `opening a state` {
  @Test func `makes the file and its folders, and finds them again`() throws {
    let folder = try StateFolder()
    do {
      let state = try folder.open()
      try state.begin()
      try state.remember(page("7", 0, [record("100")]))
    }
    #expect(try folder.open().cursor("history/7") == "after 0")
  }

  @Test func `brings an empty file up to date`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "state.sqlite")
    _ = try JobState(path: path, now: hour(0))
    #expect(try Database(path: path, mode: .readOnly).userVersion == Schema.version)
  }

  @Test func `brings a state of the first version up to date, and keeps what it holds`() throws {
    let folder = try StateFolder()
    try Files.makeDirectories(folder.folder.path + "/state")
    let old = try Database(path: folder.path, mode: .readWriteCreate)
    try old.execute(Schema.steps[0])
    try old.execute("INSERT INTO cursor VALUES ('history.walk/7', '1773111600000')")
    try old.execute("PRAGMA application_id = \(Schema.applicationID)")
    try old.setUserVersion(1)
    let state = try folder.open()
    #expect(try state.cursor("history.walk/7") == "1773111600000")
    #expect(try state.notificationCount() == 0)
    #expect(try state.readCount(under: "history.walk/") == 1)
    // The one moment of the first version stands for both.
    #expect(try state.longestUnread(under: "history.walk/", before: hour(9_000), limit: 9) == ["7"])
  }

  @Test(arguments: [(3, false), (4, true), (-1, true)])
  func `refuses a file of a newer program`(_ version: Int64, _ isRefused: Bool) throws {
    let folder = try StateFolder()
    _ = try folder.open()
    try Database(path: folder.path, mode: .readWriteCreate).setUserVersion(version)
    guard isRefused else {
      _ = try folder.open()
      return
    }
    let path = folder.path
    let failure = #expect(throws: SourceFailure.self) { _ = try JobState(path: path, now: hour(0)) }
    #expect(failure?.kind == .misconfigured)
    #expect(failure?.words.contains("version \(version), this one knows 3") == true)
    #expect(throws: SourceFailure.self) { _ = try JobState(reading: path) }
  }

  @Test func `leaves a database of something else alone`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/ledger.db"
    try Database(path: path, mode: .readWriteCreate).execute("CREATE TABLE iap_order(id)")
    let failure = #expect(throws: SourceFailure.self) { _ = try JobState(path: path, now: hour(0)) }
    #expect(failure?.kind == .misconfigured)
    #expect(failure?.words.hasPrefix("\(path) is a database of something else") == true)
    let ledger = try Database(path: path, mode: .readOnly)
    let mode = try ledger.prepare("PRAGMA journal_mode")
    #expect(try mode.step() && mode.text(at: 0) == "delete")
    #expect(try ledger.columns(of: "run") == [])
  }

  @Test func `says in words that a file is damaged`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "no database ", count: 100), to: "state.sqlite")
    let failure = #expect(throws: SourceFailure.self) { _ = try JobState(path: path, now: hour(0)) }
    #expect(failure?.kind == .badData)
    #expect(failure?.words.contains("damaged or no SQLite database") == true)
  }

  @Test func `says in words that a part of the file is damaged`() throws {
    let folder = try StateFolder()
    do {
      let state = try folder.open()
      _ = try state.wholeRun([page("7", 0, (0..<200).map { record(String($0)) })])
    }
    try shell("dd if=/dev/zero of='\(folder.path)' bs=4096 seek=20 count=20 conv=notrunc 2>&1")
    let path = folder.path
    let failure = #expect(throws: SourceFailure.self) {
      _ = try JobState(path: path, now: hour(0)).ids()
    }
    #expect(failure?.kind == .badData)
    #expect(failure?.words.contains("damaged") == true)
  }

  @Test func `says in words that it cannot write`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a file", to: "file")
    let below = #expect(throws: SourceFailure.self) {
      _ = try JobState(path: file + "/state.sqlite", now: hour(0))
    }
    #expect(below?.kind == .notWritable)
    let directory = folder.path + "/directory"
    try Files.makeDirectories(directory)
    let itself = #expect(throws: SourceFailure.self) {
      _ = try JobState(path: directory, now: hour(0))
    }
    #expect(itself?.kind == .notWritable)
  }
}

@Suite struct `the lock of a state` {
  @Test func `shows who holds it and since when`() throws {
    let folder = try StateFolder()
    let path = folder.path
    let state = try folder.open()
    let failure = #expect(throws: SourceFailure.self) { _ = try JobState(path: path, now: hour(1)) }
    #expect(failure?.kind == .busy)
    #expect(
      failure?.words
        == "the state \(path) is held by process \(ThisProcess.id) since 2026-01-01T00:00:00Z; "
        + "wait until that one has ended")
    #expect(state.path == path)
  }

  @Test func `is given back with the object`() throws {
    let folder = try StateFolder()
    for _ in 0..<2 { _ = try folder.open() }
  }

  @Test(arguments: ["process 4711 since yesterday", ""])
  func `is respected when another process has it`(_ words: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/state.sqlite"
    // The holder tells through one pipe that it has the lock, and ends when the other one speaks.
    try shell(
      """
      cd '\(folder.path)' && mkfifo held end
      ( flock 9; printf '%s' '\(words)' >&9; echo > held; read line < end ) \
        9>> state.sqlite.lock > /dev/null 2>&1 &
      read line < held
      """)
    let failure = #expect(throws: SourceFailure.self) { _ = try JobState(path: path, now: hour(0)) }
    let holder = words.isEmpty ? "another process" : words
    #expect(failure?.kind == .busy)
    #expect(failure?.words.contains("is held by \(holder);") == true)
    try shell("cd '\(folder.path)' && echo > end && flock state.sqlite.lock true")
    _ = try JobState(path: path, now: hour(0))
  }
}

@Suite struct `looking at a state` {
  @Test func `needs no lock and writes nothing`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    try state.begin()
    try state.remember(page("7", 0, [record("100")]))
    let view = try JobState(reading: folder.path)
    #expect(try view.ids() == ["100*"])
    try state.remember(page("7", 1, [record("101")]))
    #expect(try view.ids() == ["100*", "101*"])
    let failure = #expect(throws: SourceFailure.self) { try view.begin() }
    #expect(failure?.kind == .notWritable)
  }

  @Test func `says that there is none`() throws {
    let folder = try StateFolder()
    let path = folder.path
    let failure = #expect(throws: SourceFailure.self) { _ = try JobState(reading: path) }
    #expect(failure?.kind == .misconfigured)
    #expect(failure?.words.hasPrefix("there is no state at \(path)") == true)
    #expect(!Files.exists(path))
  }
}
