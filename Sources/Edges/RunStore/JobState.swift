package import Reconciliation
package import Records
import SQLite
import System

/// What a job remembers from run to run, in one SQLite file.
///
/// It belongs to one thread. The lock beside the file ends with the process however that one ends;
/// whatever a call has kept when it returns survives a kill at any later moment.
package final class JobState {
  /// Where the file is.
  package let path: String
  let database: Database
  let questions: PullQuestions
  /// Made for the first page.
  var writer: PageWriter?
  /// The run that this process has begun.
  var run: OpenRun?
  // Below the database, so that the file is closed before others may open it.
  private let lock: FileLock?

  /// Opens the state for a run, or makes it, and holds its lock for as long as the object lives.
  ///
  /// Fails as `busy` with the holder's own words while another process has the lock, as
  /// `misconfigured` for a file of a newer program or of something else, as `badData` for a
  /// damaged one.
  package init(path: String, now: Instant) throws(SourceFailure) {
    let lock = try Self.takeLock(of: path, now)
    let database = try Self.open(path, .readWriteCreate)
    try Schema.prepare(database, path)
    self.path = path
    self.questions = try Self.questions(to: database, path)
    self.database = database
    self.lock = consume lock
  }

  /// Opens the state to look at it, beside a run that may be going on; it is never written.
  package init(reading path: String) throws(SourceFailure) {
    guard Files.exists(path) else {
      throw SourceFailure(
        .misconfigured, "there is no state at \(path): the job has not run yet, or not from here")
    }
    let database = try Self.open(path, .readOnly)
    try Schema.check(database, path)
    self.path = path
    self.questions = try Self.questions(to: database, path)
    self.database = database
    self.lock = nil
  }

  private static func takeLock(
    of path: String, _ now: Instant
  ) throws(SourceFailure) -> FileLock {
    do throws(SystemFailure) {
      try Files.makeDirectories(folder(of: path))
    } catch {
      throw SourceFailure(.notWritable, "the state's folder cannot be made: \(error)")
    }
    do throws(LockFailure) {
      return try FileLock(
        path: path + ".lock", holder: "process \(ThisProcess.id) since \(now.text)")
    } catch {
      switch error {
      case .held(_, let text):
        let holder = text.isEmpty ? "another process" : text
        throw SourceFailure(
          .busy, "the state \(path) is held by \(holder); wait until that one has ended")
      case .system(let failure):
        throw SourceFailure(.notWritable, "the state cannot be locked: \(failure)")
      }
    }
  }

  private static func open(
    _ path: String, _ mode: Database.Mode
  ) throws(SourceFailure) -> Database {
    do throws(SQLiteFailure) {
      return try Database(path: path, mode: mode)
    } catch {
      throw SourceFailure(error, state: path)
    }
  }

  private static func questions(
    to database: borrowing Database, _ path: String
  ) throws(SourceFailure) -> PullQuestions {
    do throws(SQLiteFailure) {
      return try PullQuestions(database)
    } catch {
      throw SourceFailure(error, state: path)
    }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}

extension JobState {
  /// Runs `body` with SQLite's failures in the operator's terms.
  func reading<Result: ~Copyable>(
    _ body: () throws(SQLiteFailure) -> Result
  ) throws(SourceFailure) -> Result {
    do throws(SQLiteFailure) {
      return try body()
    } catch {
      throw SourceFailure(error, state: path)
    }
  }

  /// Does all of `body` or nothing of it.
  func writing<Result: ~Copyable>(
    _ body: () throws(SQLiteFailure) -> Result
  ) throws(SourceFailure) -> Result {
    try reading { () throws(SQLiteFailure) in try database.atomically(body) }
  }

  /// The run that this process has begun; what is kept must belong to one.
  func openRun() throws(SourceFailure) -> OpenRun {
    guard let run else {
      throw SourceFailure(.notWritable, "no run has been begun in the state \(path)")
    }
    return run
  }
}
