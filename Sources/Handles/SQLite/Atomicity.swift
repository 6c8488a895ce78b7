private import CSQLite

extension Database {
  /// Does all of `body` or nothing of it, while no other connection writes.
  ///
  /// When `body` throws, its changes are taken back and its failure goes on. The word *transaction*
  /// belongs to Apple here.
  package func atomically<Result: ~Copyable>(
    _ body: () throws(SQLiteFailure) -> Result
  ) throws(SQLiteFailure) -> Result {
    try bracket("BEGIN IMMEDIATE", orThrow: { $0 }, body)
  }

  /// Does all of `body` or nothing of it, for bodies with failures of their own.
  ///
  /// `wrap` makes a failure of SQLite's into one of the body's.
  package func atomically<Result: ~Copyable, Failure: Error>(
    orThrow wrap: (SQLiteFailure) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bracket("BEGIN IMMEDIATE", orThrow: wrap, body)
  }

  /// Shows `body` the database as it is now, whatever others write meanwhile.
  package func readSnapshot<Result: ~Copyable>(
    _ body: () throws(SQLiteFailure) -> Result
  ) throws(SQLiteFailure) -> Result {
    try readSnapshot(orThrow: { $0 }, body)
  }

  /// Shows `body` the database as it is now, for bodies with failures of their own.
  package func readSnapshot<Result: ~Copyable, Failure: Error>(
    orThrow wrap: (SQLiteFailure) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // BEGIN alone fixes nothing; the first read does.
    try bracket("BEGIN DEFERRED; SELECT 1 FROM sqlite_schema LIMIT 1", orThrow: wrap, body)
  }

  private func bracket<Result: ~Copyable, Failure: Error>(
    _ opening: String, orThrow wrap: (SQLiteFailure) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(SQLiteFailure) {
      try execute(opening)
    } catch {
      takeBack()
      throw wrap(error)
    }
    let result: Result
    do throws(Failure) {
      result = try body()
    } catch {
      takeBack()
      throw error
    }
    do throws(SQLiteFailure) {
      try execute("COMMIT")
    } catch {
      takeBack()
      throw wrap(error)
    }
    return result
  }

  /// Some failures, a full disk among them, make SQLite roll back by itself.
  private func takeBack() {
    if sqlite3_get_autocommit(raw) == 0 { sqlite3_exec(raw, "ROLLBACK", nil, nil, nil) }
  }
}
