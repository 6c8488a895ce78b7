package import Reconciliation
package import Records
package import Rules
import SQLite

/// What a run says at its end.
package struct Conclusion: Sendable {
  package var verdict: Verdict
  /// Anything that is worth comparing from run to run, by name.
  package var counts: [String: Int]
  /// As `annotate` returned them and as the report has them.
  package var findings: [Finding]
  /// Whether the run saw enough that a finding which it did not make is resolved.
  package var resolvesOthers: Bool
  /// A digest of the report's manifest, by which the very report is known again.
  package var manifest: String
  /// What the run could not see, as the report's JSON has it.
  package var coverage: [UInt8]

  package init(
    verdict: Verdict, counts: [String: Int], findings: [Finding], resolvesOthers: Bool,
    manifest: String, coverage: [UInt8] = []
  ) {
    self.verdict = verdict
    self.counts = counts
    self.findings = findings
    self.resolvesOthers = resolvesOthers
    self.manifest = manifest
    self.coverage = coverage
  }
}

extension JobState {
  /// Writes down what the run concluded, before its report is renamed into place.
  ///
  /// It counts for nothing until `finishRun`; but should the process be killed between the rename
  /// and that, the next `beginRun` finds it, and the report beside it.
  package func seal(_ conclusion: Conclusion) throws(SourceFailure) {
    let run = try openRun()
    try writing { () throws(SQLiteFailure) in
      let statement = try database.prepare(
        """
        UPDATE run SET verdict = ?1, counts = ?2, resolves_others = ?3, manifest = ?4,
          coverage = ?5 WHERE number = ?6
        """)
      try statement.bind(conclusion.verdict.rawValue, at: 1)
      try statement.bind(textBytes: CountsText.bytes(conclusion.counts).span, at: 2)
      try statement.bind(conclusion.resolvesOthers ? 1 : 0, at: 3)
      try statement.bind(conclusion.manifest, at: 4)
      try statement.bind(textBytes: conclusion.coverage.span, at: 5)
      try statement.bind(run.number, at: 6)
      try statement.run()
      try database.execute("DELETE FROM sealed_finding")
      try keepSealed(conclusion.findings)
    }
  }

  /// Ends the sealed run, once its report stands whole at its place.
  ///
  /// All in one step: what was pulled is remembered, findings are dated and resolved, and pages
  /// are forgotten. Killed before it, the run is found sealed by the next one.
  package func finishRun(now: Instant) throws(SourceFailure) {
    let number = try openRun().number
    guard let sealed = try sealedRun(), sealed.number == number else {
      throw SourceFailure(.notWritable, "the run in the state \(path) has no conclusion yet")
    }
    try reading { () throws(SQLiteFailure) in
      try database.execute("PRAGMA cache_size = \(Schema.closingCacheSize)")
    }
    try writing { () throws(SQLiteFailure) in try finish(number, now) }
    run = nil
  }

  /// The run that was sealed and never finished.
  func sealedRun() throws(SourceFailure) -> (number: Int64, run: SealedRun)? {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        "SELECT number, name, manifest FROM run WHERE finished IS NULL AND manifest IS NOT NULL")
      guard try row.step(), let number = row.integer(at: 0), let manifest = row.text(at: 2) else {
        return nil
      }
      return (number, SealedRun(name: row.text(at: 1) ?? "", manifest: manifest))
    }
  }

  /// Ends a run whose report is whole, in place of the process that was killed.
  func recover(
    _ sealed: (number: Int64, run: SealedRun), _ now: Instant
  ) throws(SourceFailure) -> RecoveredRun {
    try writing { () throws(SQLiteFailure) in
      let worst = try worstNew()
      try finish(sealed.number, now)
      return RecoveredRun(name: sealed.run.name, worstNew: worst)
    }
  }

  private func keepSealed(_ findings: [Finding]) throws(SQLiteFailure) {
    let statement = try database.prepare(
      """
      INSERT INTO sealed_finding(id, kind, severity, environment, status, first_seen,
        names_purchase, facts) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    for finding in findings {
      try statement.bind(finding.id, at: 1)
      try statement.bind(finding.kind.rawValue, at: 2)
      try statement.bind(finding.severity.rawValue, at: 3)
      try statement.bind(finding.environment, at: 4)
      try statement.bind(finding.status.rawValue, at: 5)
      try statement.bind(finding.firstSeen.milliseconds, at: 6)
      try statement.bind(finding.namesPurchase ? 1 : 0, at: 7)
      try statement.bind(textBytes: FindingText.bytes(finding).span, at: 8)
      try statement.run()
    }
  }

  private func finish(_ number: Int64, _ now: Instant) throws(SQLiteFailure) {
    try owe(try worstNew())
    try database.execute(Finishing.script)
    let closing = try database.prepare("UPDATE run SET finished = ?1 WHERE number = ?2")
    try closing.bind(now.milliseconds, at: 1)
    try closing.bind(number, at: 2)
    try closing.run()
  }
}
