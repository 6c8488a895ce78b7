package import Reconciliation
import SQLite

extension JobState {
  private static let owner = "state.owner"

  /// Makes the state that of one job, app and environment, or fails as `misconfigured` where it is
  /// another one's: two books in one state would each resolve what the other has found, and each
  /// take the other's customers and notifications as seen.
  package func belong(
    to job: String, bundleID: String, environment: String
  ) throws(SourceFailure) {
    let name = "the job `\(job)` for \(bundleID) in \(environment)"
    if let owner = try cursor(Self.owner) {
      guard owner == name else {
        throw SourceFailure(
          .misconfigured,
          "the state \(path) belongs to \(owner), and this is \(name); name another file as "
            + "`state`, or set the job's `name` and `app` back")
      }
      return
    }
    try writing { () throws(SQLiteFailure) in
      let statement = try database.prepare("INSERT INTO cursor VALUES (?1, ?2)")
      try statement.bind(Self.owner, at: 1)
      try statement.bind(name, at: 2)
      try statement.run()
    }
  }
}
