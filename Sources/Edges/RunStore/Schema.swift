import Reconciliation
import SQLite

/// The tables of a state, and how a file comes to have them.
///
/// `user_version` counts the steps that a file has taken; `application_id` tells it from other
/// databases, above all from a ledger that a job file names by mistake.
enum Schema {
  /// "iapr" in ASCII.
  static let applicationID: Int64 = 0x6961_7072

  /// What each version adds to the one before it; a step that was released never changes.
  static let steps = [
    Tables.ofRecords + Tables.ofRuns + Tables.ofFindings, NotificationTables.ofNotifications,
    OriginalIndexes.ofOthers,
  ]

  /// How much is held of the file while a pull remembers, in KiB and below zero as SQLite wants it:
  /// more makes it no faster.
  static let pullingCacheSize = -4_096
  /// The same while a run is closed, which puts every new record in its place, after both books were
  /// held to be judged.
  static let closingCacheSize = -65_536

  /// The version that this program writes.
  static var version: Int64 { Int64(steps.count) }

  /// Makes a file ready to be written: checks it, and takes the steps that it lacks.
  static func prepare(_ database: borrowing Database, _ path: String) throws(SourceFailure) {
    let found = try refusingForeign(database, path)
    do throws(SQLiteFailure) {
      // In the log a kill loses nothing that was committed; a power cut may lose the last pages
      // together with their cursors, and never one without the other.
      try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      // A page of the file that many answers change is written back once for many of them.
      try database.execute(
        "PRAGMA cache_size = \(pullingCacheSize); PRAGMA wal_autocheckpoint = 8192")
      guard found < version else { return }
      try database.atomically { () throws(SQLiteFailure) in
        for step in steps[Int(found)...] { try database.execute(step) }
        try database.execute("PRAGMA application_id = \(applicationID)")
        try database.setUserVersion(version)
      }
    } catch {
      throw SourceFailure(error, state: path)
    }
  }

  /// Checks that a file which is only read is one of this version.
  static func check(_ database: borrowing Database, _ path: String) throws(SourceFailure) {
    let found = try refusingForeign(database, path)
    guard found == version else {
      throw SourceFailure(
        .misconfigured,
        "the state \(path) is of version \(found), and this program reads version \(version); "
          + "the job's next run brings it up to date")
    }
  }

  /// The file's version, 0 for a new one; throws for a newer one and for a file of something else.
  private static func refusingForeign(
    _ database: borrowing Database, _ path: String
  ) throws(SourceFailure) -> Int64 {
    let (found, owner, tables): (Int64, Int64, Int64)
    do throws(SQLiteFailure) {
      found = try database.userVersion
      owner = try number("PRAGMA application_id", database)
      tables = try number("SELECT count(*) FROM sqlite_schema", database)
    } catch {
      throw SourceFailure(error, state: path)
    }
    guard owner == applicationID || (owner == 0 && found == 0 && tables == 0) else {
      throw SourceFailure(
        .misconfigured,
        "\(path) is a database of something else, and was not touched; name another file as state")
    }
    guard (0...version).contains(found) else {
      throw SourceFailure(
        .misconfigured,
        "the state \(path) was written by a newer program (version \(found), this one knows "
          + "\(version)); run that program, or name another file as state")
    }
    return found
  }

  private static func number(
    _ sql: String, _ database: borrowing Database
  ) throws(SQLiteFailure) -> Int64 {
    let statement = try database.prepare(sql)
    return try statement.step() ? statement.integer(at: 0) ?? 0 : 0
  }
}
