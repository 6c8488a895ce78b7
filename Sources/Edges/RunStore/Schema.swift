import Reconciliation
import SQLite

/// The tables of a state, and how a file comes to have them.
///
/// `user_version` counts the steps that a file has taken; `application_id` tells it from other
/// databases, above all from a ledger that a job file names by mistake.
enum Schema {
  /// "iapr" in ASCII.
  static let applicationID: Int64 = 0x6961_7072

  /// What each version adds to the one before it. Steps are only ever added.
  static let steps = [recordTables + runTables + findingTables]

  /// The version that this program writes.
  static var version: Int64 { Int64(steps.count) }

  /// Makes a file ready to be written: checks it, and takes the steps that it lacks.
  static func prepare(_ database: borrowing Database, _ path: String) throws(SourceFailure) {
    let found = try refusingForeign(database, path)
    do throws(SQLiteFailure) {
      // In the log a kill loses nothing that was committed; a power cut may lose the last pages
      // together with their cursors, and never one without the other.
      try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      try database.execute("PRAGMA cache_size = -16384")
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

extension Schema {
  /// What the store said. Times are UNIX milliseconds; `origin` is `Origin`'s number.
  ///
  /// A token is `header.payload.proof`, its payload in base64url: the header, nine tenths of it, is
  /// the same for every token of one leaf. Without a header, `proof` is the whole token.
  /// `was_walked` stays once a customer's history has named a record: that customer is known, by
  /// whatever way a newer statement came. `believed` keeps the unsigned word of a receipt apart from the signed one, since it never
  /// clears a revocation.
  private static let recordTables = """
    CREATE TABLE token_header(
      number INTEGER PRIMARY KEY,
      bytes BLOB NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE believed(
      number INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      environment TEXT NOT NULL,
      id TEXT NOT NULL,
      bundle TEXT NOT NULL,
      is_signed INTEGER NOT NULL,
      was_walked INTEGER NOT NULL DEFAULT 0,
      original_id TEXT,
      signed_at INTEGER,
      origin INTEGER NOT NULL,
      first_run INTEGER NOT NULL,
      last_run INTEGER NOT NULL,
      payload BLOB NOT NULL,
      header INTEGER,
      proof BLOB NOT NULL,
      UNIQUE(kind, environment, id, bundle, is_signed)
    ) STRICT;
    CREATE INDEX believed_by_original ON believed(environment, original_id)
      WHERE original_id IS NOT NULL;
    CREATE TABLE refused(
      number INTEGER PRIMARY KEY,
      environment TEXT NOT NULL,
      id TEXT NOT NULL,
      bundle TEXT NOT NULL,
      signed_at INTEGER,
      origin INTEGER NOT NULL,
      first_run INTEGER NOT NULL,
      last_run INTEGER NOT NULL,
      reason TEXT NOT NULL,
      payload BLOB NOT NULL,
      proof BLOB NOT NULL,
      UNIQUE(environment, id, proof)
    ) STRICT;
    CREATE TABLE page(
      number INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      subject TEXT NOT NULL,
      place INTEGER NOT NULL,
      is_fresh INTEGER NOT NULL,
      UNIQUE(source, subject, place)
    ) STRICT;
    CREATE TABLE pulled(
      number INTEGER PRIMARY KEY,
      page INTEGER NOT NULL,
      place INTEGER NOT NULL,
      kind TEXT NOT NULL,
      environment TEXT NOT NULL,
      id TEXT NOT NULL,
      bundle TEXT NOT NULL,
      is_signed INTEGER NOT NULL,
      original_id TEXT,
      signed_at INTEGER,
      origin INTEGER NOT NULL,
      reason TEXT,
      payload BLOB NOT NULL,
      header INTEGER,
      proof BLOB NOT NULL,
      UNIQUE(page, place)
    ) STRICT;
    CREATE INDEX pulled_by_id ON pulled(environment, id);
    CREATE INDEX pulled_by_original ON pulled(environment, original_id)
      WHERE original_id IS NOT NULL;
    CREATE INDEX pulled_refused ON pulled(environment, id) WHERE kind = 'refused';

    """

  /// The job's runs, of which one at most is unfinished. One that is sealed and not finished has a manifest and findings in
  /// `sealed_finding`, and waits for its folder.
  private static let runTables = """
    CREATE TABLE run(
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      as_of INTEGER NOT NULL,
      started INTEGER NOT NULL,
      finished INTEGER,
      verdict TEXT,
      counts TEXT,
      manifest TEXT,
      resolves_others INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX run_unfinished ON run(finished IS NULL) WHERE finished IS NULL;
    CREATE TABLE cursor(
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE lookup(
      environment TEXT NOT NULL,
      id TEXT NOT NULL,
      answer TEXT NOT NULL,
      repeats INTEGER NOT NULL,
      PRIMARY KEY(environment, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sealed_finding(
      place INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      kind TEXT NOT NULL,
      severity TEXT NOT NULL,
      environment TEXT NOT NULL,
      status TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      names_purchase INTEGER NOT NULL,
      facts TEXT NOT NULL
    ) STRICT;

    """

  /// What finished runs have found. `finding_purchase` leads from any id of a purchase to what was
  /// found about it; `status` is `open` or `resolved`, since an acceptance ends by itself.
  private static let findingTables = """
    CREATE TABLE finding(
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      severity TEXT NOT NULL,
      environment TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      first_run INTEGER NOT NULL,
      last_run INTEGER NOT NULL,
      status TEXT NOT NULL,
      accepted_until INTEGER,
      accepted_reason TEXT,
      facts TEXT NOT NULL
    ) STRICT;
    CREATE TABLE finding_purchase(
      kind TEXT NOT NULL,
      environment TEXT NOT NULL,
      transaction_id TEXT NOT NULL,
      finding TEXT NOT NULL,
      PRIMARY KEY(kind, environment, transaction_id, finding)
    ) STRICT, WITHOUT ROWID;

    """
}
