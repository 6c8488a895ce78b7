package import Reconciliation
package import Records
import SQLite

extension JobState {
  private static let owed = "alarm.owed"

  /// The weight of the worst finding that a report calls new while nobody was told by an exit
  /// status, since the process was killed in between; nil where there is none.
  package func owedAlarm() throws(SourceFailure) -> Severity? {
    try cursor(Self.owed).flatMap(Severity.init(rawValue:))
  }

  /// Forgets it: the exit status that says it comes next.
  package func settleAlarm() throws(SourceFailure) {
    try writing { () throws(SQLiteFailure) in
      let statement = try database.prepare("DELETE FROM cursor WHERE name = ?1")
      try statement.bind(Self.owed, at: 1)
      try statement.run()
    }
  }

  /// Notes what a run that ends owes, besides what is owed already.
  func owe(_ severity: Severity?) throws(SQLiteFailure) {
    guard let severity else { return }
    let reading = try database.prepare("SELECT value FROM cursor WHERE name = ?1")
    try reading.bind(Self.owed, at: 1)
    let earlier = try reading.step() ? reading.text(at: 0).flatMap(Severity.init(rawValue:)) : nil
    let statement = try database.prepare(
      "INSERT INTO cursor VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value")
    try statement.bind(Self.owed, at: 1)
    try statement.bind(max(severity, earlier ?? severity).rawValue, at: 2)
    try statement.run()
  }

  /// The weight of the worst finding that the sealed run calls new.
  func worstNew() throws(SQLiteFailure) -> Severity? {
    let row = try database.prepare(
      "SELECT DISTINCT severity FROM sealed_finding WHERE status = 'new'")
    var worst: Severity?
    while try row.step() {
      guard let severity = row.text(at: 0).flatMap(Severity.init(rawValue:)) else { continue }
      worst = max(severity, worst ?? severity)
    }
    return worst
  }
}
