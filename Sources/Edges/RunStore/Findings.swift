package import Reconciliation
package import Records
package import Rules
import SQLite

/// A finding as finished runs know it.
package struct RememberedFinding: Sendable, Equatable {
  /// As the last run that made it had it, with its present status.
  package let finding: Finding
  /// The as-of of the last run that made it.
  package let lastSeen: Instant
  package let firstRun: Int64
  package let lastRun: Int64
  package let acceptance: Acceptance?
}

/// A person's word that a finding is known and may stay for a time.
package struct Acceptance: Sendable, Equatable {
  package let reason: String
  package let until: Instant

  package init(reason: String, until: Instant) {
    self.reason = reason
    self.until = until
  }
}

extension JobState {
  /// Every finding that any finished run has made, the oldest first.
  package func findings(asOf: Instant) throws(SourceFailure) -> [RememberedFinding] {
    try findings("ORDER BY first_seen, id", nil, asOf)
  }

  /// One finding; nil if no finished run has made it.
  package func finding(
    id: String, asOf: Instant
  ) throws(SourceFailure) -> RememberedFinding? {
    try findings("WHERE id = ?1", id, asOf).first
  }

  /// Takes a person's word for a finding, or takes it back with nil; false for an unknown id.
  package func accept(id: String, _ acceptance: Acceptance?) throws(SourceFailure) -> Bool {
    try writing { () throws(SQLiteFailure) in
      let statement = try database.prepare(
        "UPDATE finding SET accepted_until = ?1, accepted_reason = ?2 WHERE id = ?3")
      try statement.bind(acceptance?.until.milliseconds, at: 1)
      try statement.bind(acceptance?.reason, at: 2)
      try statement.bind(id, at: 3)
      try statement.run()
      return database.changes > 0
    }
  }

  private func findings(
    _ which: String, _ id: String?, _ asOf: Instant
  ) throws(SourceFailure) -> [RememberedFinding] {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        """
        SELECT facts, status, first_seen, last_seen, first_run, last_run, accepted_until,
          accepted_reason FROM finding \(which)
        """)
      if let id { try row.bind(id, at: 1) }
      var findings: [RememberedFinding] = []
      while try row.step() {
        guard let finding = Self.finding(in: row, asOf) else { continue }
        findings.append(finding)
      }
      return findings
    }
  }

  private static func finding(
    in row: borrowing Statement, _ asOf: Instant
  ) -> RememberedFinding? {
    guard var finding = FindingText.finding(row.bytes(at: 0) ?? []) else { return nil }
    let acceptance = row.integer(at: 6).map {
      Acceptance(reason: row.text(at: 7) ?? "", until: Instant(milliseconds: $0))
    }
    finding.firstSeen = row.instant(at: 2)
    if row.text(at: 1) == FindingStatus.resolved.rawValue {
      finding.status = .resolved
    } else {
      finding.status = acceptance.map { $0.until > asOf } == true ? .accepted : .open
    }
    return RememberedFinding(
      finding: finding, lastSeen: row.instant(at: 3), firstRun: row.integer(at: 4) ?? 0,
      lastRun: row.integer(at: 5) ?? 0, acceptance: acceptance)
  }
}
