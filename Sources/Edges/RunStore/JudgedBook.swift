package import Reconciliation
import SQLite

/// How much the state holds.
package struct RecordCounts: Sendable, Equatable {
  /// Transactions and renewals of finished runs, each id once.
  package let believed: Int
  /// Records of the unfinished run, as often as they were pulled.
  package let pulled: Int
  /// Pages of the unfinished run.
  package let pages: Int
  /// Records whose signature did not hold, of this run and of earlier ones, each once.
  package let refused: Int

  package init(believed: Int, pulled: Int, pages: Int, refused: Int) {
    self.believed = believed
    self.pulled = pulled
    self.pages = pages
    self.refused = refused
  }
}

extension JobState {
  /// Hands out the book that is judged: what is believed when the run begins, then all that it
  /// has pulled, each in the order of its keys and one record at a time.
  ///
  /// `isFresh` says that the store answered so in this run, for its present as-of. A believed
  /// record comes without its token, which judging does not need and `eachRecord(naming:)` has.
  package func eachRecord(
    _ body: (PulledRecord, _ isFresh: Bool) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    for sql in Self.book {
      let statement = try reading { () throws(SQLiteFailure) in try database.prepare(sql) }
      try each(statement, .ofRefused, body)
    }
  }

  /// Hands out whatever carries an id as its own or its original id, with the tokens that prove it.
  package func eachRecord(
    naming id: String, environment: String,
    _ body: (PulledRecord, _ isFresh: Bool) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    for sql in Self.evidence {
      let statement = try reading { () throws(SQLiteFailure) in
        let statement = try database.prepare(sql)
        try statement.bind(environment, at: 1)
        try statement.bind(id, at: 2)
        return statement
      }
      try each(statement, .ofAll, body)
    }
  }

  /// How much there is.
  package func counts() throws(SourceFailure) -> RecordCounts {
    try reading { () throws(SQLiteFailure) in
      let statement = try database.prepare(
        """
        SELECT (SELECT count(*) FROM believed), (SELECT count(*) FROM pulled),
          (SELECT count(*) FROM page), (SELECT count(*) FROM (
            SELECT environment, id, proof FROM refused
            UNION SELECT environment, id, proof FROM pulled WHERE kind = 'refused'))
        """)
      _ = try statement.step()
      let numbers = (0..<4).map { Int(statement.integer(at: $0) ?? 0) }
      return RecordCounts(
        believed: numbers[0], pulled: numbers[1], pages: numbers[2], refused: numbers[3])
    }
  }

  private func each(
    _ statement: borrowing Statement, _ tokens: StoredRecord.Tokens,
    _ body: (PulledRecord, _ isFresh: Bool) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    while try step(statement) {
      guard let record = StoredRecord.record(in: statement, tokens) else {
        throw SourceFailure(
          .badData,
          "the state \(path) holds a record of an unknown kind; put a copy back, or move "
            + "it away and the next run pulls everything anew")
      }
      try body(record, statement.integer(at: 10) == 1 && record.origin.isAnsweredNow)
    }
  }

  private func step(_ statement: borrowing Statement) throws(SourceFailure) -> Bool {
    do throws(SQLiteFailure) {
      return try statement.step()
    } catch {
      throw SourceFailure(error, state: path)
    }
  }

  /// The book in two readings; the indexes give the order, so nothing is sorted or gathered.
  ///
  /// What earlier runs refused is evidence and no part of it: whatever it hid is asked again, and is
  /// either seen in this run or missed by it.
  static let book = [
    """
    SELECT \(StoredRecord.columns(of: .believed, .ofRefused)), 0 FROM believed
    ORDER BY kind, environment, id, bundle, is_signed
    """,
    """
    SELECT \(StoredRecord.columns(of: .pulled, .ofRefused)), page.is_fresh
    FROM page CROSS JOIN pulled ON pulled.page = page.number
    ORDER BY page.source, page.subject, page.place, pulled.place
    """,
  ]

  private static let evidence = [
    """
    SELECT \(StoredRecord.columns(of: .believed, .ofAll)), 0 FROM believed
    WHERE number IN (SELECT number FROM believed
        WHERE kind IN ('transaction', 'renewal') AND environment = ?1 AND id = ?2
      UNION SELECT number FROM believed
        WHERE environment = ?1 AND original_id = ?2 AND original_id <> id)
    ORDER BY kind, id, bundle, is_signed
    """,
    """
    SELECT \(StoredRecord.columns(of: .refused, .ofAll)), 0 FROM refused
    WHERE environment = ?1 AND id = ?2 ORDER BY proof
    """,
    """
    SELECT \(StoredRecord.columns(of: .pulled, .ofAll)), page.is_fresh
    FROM pulled JOIN page ON page.number = pulled.page
    WHERE pulled.number IN (SELECT number FROM pulled WHERE environment = ?1 AND id = ?2
      UNION SELECT number FROM pulled
        WHERE environment = ?1 AND original_id = ?2 AND original_id <> id)
    ORDER BY page.source, page.subject, page.place, pulled.place
    """,
  ]
}
