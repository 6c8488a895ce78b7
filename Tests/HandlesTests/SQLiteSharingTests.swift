import SQLite
import System
import TestKit
import Testing

@Suite struct `SQLite shared by several` {
  @Test func `all of a body is kept or nothing of it`() throws {
    let folder = try TemporaryFolder()
    let database = try open(folder)
    let kept = try database.atomically { () throws(SQLiteFailure) -> Int in
      try database.execute("INSERT INTO t VALUES (1)")
      return 5
    }
    #expect(kept == 5)
    #expect(throws: SQLiteFailure.self) {
      try database.atomically { () throws(SQLiteFailure) in
        try database.execute("INSERT INTO t VALUES (2)")
        try database.execute("INSERT INTO nowhere VALUES (3)")
      }
    }
    #expect(throws: Refusal.changedMind) {
      try database.atomically(orThrow: Refusal.database) { () throws(Refusal) in
        do throws(SQLiteFailure) {
          try database.execute("INSERT INTO t VALUES (4)")
        } catch {
          throw .database(error)
        }
        throw .changedMind
      }
    }
    #expect(try values(in: database) == [1])
  }

  @Test func `a second writer is told that it is busy`() throws {
    let folder = try TemporaryFolder()
    let first = try open(folder)
    let second = try open(folder)
    try first.atomically { () throws(SQLiteFailure) in
      let failure = #expect(throws: SQLiteFailure.self) {
        try second.atomically { () throws(SQLiteFailure) in }
      }
      #expect(failure?.isBusy == true)
    }
    try second.atomically { () throws(SQLiteFailure) in
      try second.execute("INSERT INTO t VALUES (1)")
    }
    #expect(try values(in: first) == [1])
  }

  @Test func `a snapshot does not see what is written meanwhile`() throws {
    let folder = try TemporaryFolder()
    let writer = try open(folder)
    try writer.execute("PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1)")
    let reader = try Database(path: folder.file("t.sqlite"), mode: .readOnly)
    let seen = try reader.readSnapshot { () throws(SQLiteFailure) in
      try writer.execute("INSERT INTO t VALUES (2)")
      return try values(in: reader)
    }
    #expect(seen == [1])
    #expect(try values(in: reader) == [1, 2])
  }

  @Test func `read-only is never written`() throws {
    let folder = try TemporaryFolder()
    _ = try open(folder)
    let reader = try Database(path: folder.file("t.sqlite"), mode: .readOnly)
    let refusal = #expect(throws: SQLiteFailure.self) {
      try reader.execute("INSERT INTO t VALUES (1)")
    }
    #expect(refusal?.message == "attempt to write a readonly database")
  }

  @Test func `a missing, an empty-named and a foreign file are told apart`() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: SQLiteFailure.self) {
      _ = try Database(path: folder.file("none"), mode: .readOnly)
    }
    #expect(missing?.isUnopenable == true)
    #expect(missing?.sql == folder.file("none"))
    #expect(throws: SQLiteFailure.self) { _ = try Database(path: "", mode: .readWriteCreate) }
    let text = try folder.write(String(repeating: "no database ", count: 100), to: "text")
    let foreign = #expect(throws: SQLiteFailure.self) {
      try Database(path: text, mode: .readOnly).execute("SELECT * FROM sqlite_schema")
    }
    #expect(foreign?.isDamaged == true)
  }
}

private enum Refusal: Error, Equatable {
  case changedMind
  case database(SQLiteFailure)
}

private func open(_ folder: borrowing TemporaryFolder) throws(SQLiteFailure) -> Database {
  let database = try Database(
    path: folder.file("t.sqlite"), mode: .readWriteCreate, busyTimeoutMilliseconds: 1)
  try database.execute("CREATE TABLE IF NOT EXISTS t(a)")
  return database
}

private func values(in database: borrowing Database) throws(SQLiteFailure) -> [Int64?] {
  let statement = try database.prepare("SELECT a FROM t ORDER BY rowid")
  var values: [Int64?] = []
  while try statement.step() { values.append(statement.integer(at: 0)) }
  return values
}
