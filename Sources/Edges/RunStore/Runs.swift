package import Reconciliation
package import Records
import SQLite

/// The run that is going on.
package struct OpenRun: Sendable, Equatable {
  package let number: Int64
  package let name: String
  package let asOf: Instant
  /// When it was first begun.
  package let started: Instant
  /// Whether an earlier process began it and was killed: what that one pulled is here.
  package let isResumed: Bool
  /// The run before, if its report was whole and it was killed before the state said so; the
  /// state has just been told.
  package let recovered: RecoveredRun?
}

/// A run that ended without an exit status, after its report was whole.
package struct RecoveredRun: Sendable, Equatable {
  package let name: String
  /// The weight of the worst finding that its report calls new: nobody was woken by it.
  package let worstNew: Severity?

  package init(name: String, worstNew: Severity?) {
    self.name = name
    self.worstNew = worstNew
  }
}

/// A run that is concluded and waits for its folder to be renamed into place.
package struct SealedRun: Sendable, Equatable {
  package let name: String
  /// The digest of its manifest, as given to `seal`.
  package let manifest: String

  package init(name: String, manifest: String) {
    self.name = name
    self.manifest = manifest
  }
}

/// A run whose report is whole.
package struct FinishedRun: Sendable, Equatable {
  package let number: Int64
  package let name: String
  package let asOf: Instant
  package let started: Instant
  package let finished: Instant
  package let verdict: Verdict
  package let counts: [String: Int]
  /// What the run could not see, as JSON; empty for a run of an earlier program.
  package let coverage: String
}

extension JobState {
  /// Begins a run, or goes on with the one that an earlier process left unfinished.
  ///
  /// The pages of an unfinished run stay in any case. If its as-of is another, they no longer count
  /// as answered now.
  ///
  /// A sealed run was killed beside the rename. `isWhole` is asked whether the folder of that name
  /// stands with this very manifest: then the run is finished here and a new one begins, so
  /// nothing is called new twice. If not, no report has said anything, and the run goes on unsealed.
  package func beginRun(
    asOf: Instant, name: String, now: Instant, isWhole: (SealedRun) -> Bool
  ) throws(SourceFailure) -> OpenRun {
    var recovered: RecoveredRun?
    if let sealed = try sealedRun(), isWhole(sealed.run) {
      recovered = try recover(sealed, now)
    }
    let unfinished = try unfinishedRun()
    let number = try writing { () throws(SQLiteFailure) in
      guard let unfinished else { return try insertRun(name, asOf, now) }
      try resume(unfinished, name, asOf)
      return unfinished.number
    }
    let begun = OpenRun(
      number: number, name: name, asOf: asOf, started: unfinished?.started ?? now,
      isResumed: unfinished != nil, recovered: recovered)
    run = begun
    return begun
  }

  /// The run that was begun and not finished, whoever began it; nil if there is none.
  package func unfinishedRun() throws(SourceFailure) -> OpenRun? {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        "SELECT number, name, as_of, started FROM run WHERE finished IS NULL")
      guard try row.step() else { return nil }
      return OpenRun(
        number: row.integer(at: 0) ?? 0, name: row.text(at: 1) ?? "", asOf: row.instant(at: 2),
        started: row.instant(at: 3), isResumed: true, recovered: nil)
    }
  }

  /// The newest finished runs, the newest first.
  package func finishedRuns(atMost limit: Int) throws(SourceFailure) -> [FinishedRun] {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        """
        SELECT number, name, as_of, started, finished, verdict, counts, coverage FROM run
        WHERE finished IS NOT NULL ORDER BY number DESC LIMIT ?1
        """)
      try row.bind(Int64(limit), at: 1)
      var runs: [FinishedRun] = []
      while try row.step() {
        runs.append(
          FinishedRun(
            number: row.integer(at: 0) ?? 0, name: row.text(at: 1) ?? "", asOf: row.instant(at: 2),
            started: row.instant(at: 3), finished: row.instant(at: 4),
            verdict: row.text(at: 5).flatMap(Verdict.init(rawValue:)) ?? .incomplete,
            counts: CountsText.counts(row.bytes(at: 6) ?? []), coverage: row.text(at: 7) ?? ""))
      }
      return runs
    }
  }

  private func insertRun(
    _ name: String, _ asOf: Instant, _ now: Instant
  ) throws(SQLiteFailure) -> Int64 {
    let statement = try database.prepare(
      "INSERT INTO run(name, as_of, started) VALUES (?1, ?2, ?3)")
    try statement.bind(name, at: 1)
    try statement.bind(asOf.milliseconds, at: 2)
    try statement.bind(now.milliseconds, at: 3)
    try statement.run()
    return database.lastInsertedRowID
  }

  private func resume(
    _ run: OpenRun, _ name: String, _ asOf: Instant
  ) throws(SQLiteFailure) {
    let statement = try database.prepare(
      """
      UPDATE run SET name = ?1, as_of = ?2, verdict = NULL, counts = NULL, manifest = NULL,
        resolves_others = NULL WHERE number = ?3
      """)
    try statement.bind(name, at: 1)
    try statement.bind(asOf.milliseconds, at: 2)
    try statement.bind(run.number, at: 3)
    try statement.run()
    try database.execute("DELETE FROM sealed_finding")
    guard run.asOf != asOf else { return }
    try database.execute("UPDATE page SET is_fresh = 0")
  }
}

extension Statement {
  /// A column of UNIX milliseconds.
  func instant(at column: Int) -> Instant {
    Instant(milliseconds: integer(at: column) ?? 0)
  }
}
