import SQLite

extension InputFailure {
  /// What a refusal of SQLite's means for the operator.
  init(_ failure: SQLiteFailure, ledger: String, path: String) {
    let words = "the ledger `\(ledger)`, \(path): \(failure.message)"
    switch failure {
    case _ where failure.isDamaged:
      self.init(.badData, words + "; is this a SQLite database, and whole?")
    case _ where failure.isBusy:
      self.init(.unreachable, words + "; another program holds it, try again later")
    case _ where failure.isUnopenable:
      self.init(
        .unreachable,
        words + "; the file and its folder must be readable, and with a write-ahead log the"
          + " folder must be writable or hold the -shm file")
    case _ where failure.code == SQLiteLedger.errorCode:
      self.init(.badData, words + ", at: \(failure.sql)")
    default:
      self.init(.unreachable, words + " (code \(failure.extendedCode), at: \(failure.sql))")
    }
  }
}
