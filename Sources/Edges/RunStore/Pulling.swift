package import Reconciliation
import SQLite

extension JobState: PullMemory {
  package func cursor(_ name: String) throws(SourceFailure) -> String? {
    try reading { () throws(SQLiteFailure) in
      defer { questions.cursor.reset() }
      try questions.cursor.bind(name, at: 1)
      return try questions.cursor.step() ? questions.cursor.text(at: 0) : nil
    }
  }

  /// The rest of the names of cursors that begin with `prefix` and whose value is no number from
  /// `floor` on, or of all of them without a floor; in byte order.
  package func cursors(
    under prefix: String, below floor: Int64?
  ) throws(SourceFailure) -> [String] {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        """
        SELECT substr(name, length(?1) + 1) FROM cursor
        WHERE \(Self.isUnder) AND (?2 IS NULL OR CAST(value AS INTEGER) < ?2) ORDER BY name
        """)
      try row.bind(prefix, at: 1)
      try row.bind(floor, at: 2)
      return try Self.texts(of: row)
    }
  }

  package func remember(_ page: PulledPage) throws(SourceFailure) {
    _ = try openRun()
    let writer = try keptWriter()
    // Should the page be taken back, the next one finds none.
    self.writer = nil
    try writing { () throws(SQLiteFailure) in try writer.write(page) }
    self.writer = writer
  }

  private func keptWriter() throws(SourceFailure) -> PageWriter {
    if let writer { return writer }
    return try reading { () throws(SQLiteFailure) in try PageWriter(database) }
  }

  package func knows(id: String, environment: String) throws(SourceFailure) -> Bool {
    try reading { () throws(SQLiteFailure) in
      defer { questions.known.reset() }
      try questions.known.bind(environment, at: 1)
      try questions.known.bind(id, at: 2)
      return try questions.known.step() && questions.known.integer(at: 0) == 1
    }
  }

  package func nextPage(
    _ source: PullSource, subject: String
  ) throws(SourceFailure) -> Int {
    try reading { () throws(SQLiteFailure) in
      defer { questions.nextPage.reset() }
      try questions.nextPage.bind(source.rawValue, at: 1)
      try questions.nextPage.bind(subject, at: 2)
      return try questions.nextPage.step() ? Int(questions.nextPage.integer(at: 0) ?? 0) : 0
    }
  }
}

/// What a pull asks its memory again and again, compiled once.
struct PullQuestions: ~Copyable {
  let cursor: Statement
  let known: Statement
  let nextPage: Statement

  init(_ database: borrowing Database) throws(SQLiteFailure) {
    let cursor = try database.prepare("SELECT value FROM cursor WHERE name = ?1")
    let known = try database.prepare(Self.isKnown)
    let nextPage = try database.prepare(
      "SELECT max(place) + 1 FROM page WHERE source = ?1 AND subject = ?2")
    self.cursor = cursor
    self.known = known
    self.nextPage = nextPage
  }

  /// A record whose signature did not hold makes nothing known, and a renewal no transaction.
  static let isKnown = """
    SELECT EXISTS(SELECT 1 FROM believed
        WHERE kind = 'transaction' AND environment = ?1 AND id = ?2)
      OR EXISTS(SELECT 1 FROM believed
        WHERE environment = ?1 AND original_id = ?2 AND original_id <> id)
      OR EXISTS(SELECT 1 FROM pulled
        WHERE environment = ?1 AND id = ?2 AND kind = 'transaction')
      OR EXISTS(SELECT 1 FROM pulled
        WHERE environment = ?1 AND original_id = ?2 AND original_id <> id)
    """
}
