package import Reconciliation
package import Records
import SQLite

// Whom a run asks about, by what earlier ones have read.
extension JobState {
  /// How many cursors with names under `prefix` say that something was read to its end: their value
  /// begins with a moment.
  package func readCount(under prefix: String) throws(SourceFailure) -> Int {
    try count(under: prefix, where: "\(Self.readAt) > ?2", Instant(milliseconds: 0))
  }

  /// How many of them were read to their end in the run of this as-of.
  package func readCount(under prefix: String, at asOf: Instant) throws(SourceFailure) -> Int {
    try count(under: prefix, where: "\(Self.readAt) = ?2", asOf)
  }

  /// How many of them were read from their very beginning at this moment or later.
  package func anewCount(
    under prefix: String, since moment: Instant
  ) throws(SourceFailure) -> Int {
    try count(under: prefix, where: "\(Self.anewAt) >= ?2", moment)
  }

  private func count(
    under prefix: String, where condition: String, _ moment: Instant
  ) throws(SourceFailure) -> Int {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        "SELECT count(*) FROM cursor WHERE \(Self.isUnder) AND \(condition)")
      try row.bind(prefix, at: 1)
      try row.bind(moment.milliseconds, at: 2)
      return try row.step() ? Int(row.integer(at: 0) ?? 0) : 0
    }
  }

  /// The rest of the names of those that were read from their beginning longest ago and before this
  /// moment, the longest ago first; of one moment in byte order.
  package func longestUnread(
    under prefix: String, before moment: Instant, limit: Int
  ) throws(SourceFailure) -> [String] {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        """
        SELECT substr(name, length(?1) + 1) FROM cursor
        WHERE \(Self.isUnder) AND \(Self.readAt) > 0 AND \(Self.anewAt) < ?2
        ORDER BY \(Self.anewAt), name LIMIT ?3
        """)
      try row.bind(prefix, at: 1)
      try row.bind(moment.milliseconds, at: 2)
      try row.bind(Int64(limit), at: 3)
      return try Self.texts(of: row)
    }
  }

  /// Whether a name begins with the first value that is bound.
  static let isUnder = "name > ?1 AND name < ?1 || char(1114111)"
  /// The first of the two moments.
  private static let readAt = "CAST(value AS INTEGER)"
  /// The second of them; a value of version 1 has one, which stands for both.
  private static let anewAt = "CAST(substr(value, instr(value, ' ') + 1) AS INTEGER)"

  /// The transactions of open accusations that nobody accepted, each once, the newest first.
  package func openTransactionIDs(
    environment: String, asOf: Instant
  ) throws(SourceFailure) -> [String] {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        """
        SELECT json_extract(facts, '$.transactionId') AS id FROM finding
        WHERE status = 'open' AND environment = ?1 AND severity IN ('loss', 'wrong')
          AND kind <> 'bad-ledger-row' AND coalesce(accepted_until, 0) <= ?2
          AND json_extract(facts, '$.transactionId') <> ''
        GROUP BY 1 ORDER BY max(first_seen) DESC, 1
        """)
      try row.bind(environment, at: 1)
      try row.bind(asOf.milliseconds, at: 2)
      return try Self.texts(of: row)
    }
  }

  /// A few ids that the store has signed for this app and environment in earlier runs.
  package func knownGoodIDs(
    bundleID: String, environment: String, limit: Int
  ) throws(SourceFailure) -> [String] {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        """
        SELECT id FROM believed WHERE kind = 'transaction' AND environment = ?1 AND bundle = ?2
          AND is_signed = 1 ORDER BY id LIMIT ?3
        """)
      try row.bind(environment, at: 1)
      try row.bind(bundleID, at: 2)
      try row.bind(Int64(limit), at: 3)
      return try Self.texts(of: row)
    }
  }

  /// The first column of each row that is left.
  static func texts(of row: borrowing Statement) throws(SQLiteFailure) -> [String] {
    var texts: [String] = []
    while try row.step() { texts.append(row.text(at: 0) ?? "") }
    return texts
  }
}
