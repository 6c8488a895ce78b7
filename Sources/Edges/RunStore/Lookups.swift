package import Reconciliation
import SQLite

/// What the store last said of one id in the unfinished run.
package struct Lookup: Sendable, Equatable {
  /// What was said.
  package enum Answer: String, Sendable {
    /// The store knows no such id.
    case unknown
    case found
    /// There was no answer that says either.
    case unanswered
  }

  package let answer: Answer
  /// How often in a row it was said: *unknown* counts only when it is said again.
  package let repeats: Int

  package init(_ answer: Answer, repeats: Int) {
    self.answer = answer
    self.repeats = repeats
  }
}

extension JobState {
  /// What the store said of an id in this run; nil if it was not asked.
  package func lookup(id: String, environment: String) throws(SourceFailure) -> Lookup? {
    try reading { () throws(SQLiteFailure) in
      let statement = try database.prepare(
        "SELECT answer, repeats FROM lookup WHERE environment = ?1 AND id = ?2")
      try statement.bind(environment, at: 1)
      try statement.bind(id, at: 2)
      guard try statement.step(),
        let answer = statement.text(at: 0).flatMap(Lookup.Answer.init(rawValue:))
      else { return nil }
      return Lookup(answer, repeats: Int(statement.integer(at: 1) ?? 1))
    }
  }

  /// Keeps an answer together with the page that it brought, so that no kill parts them.
  package func remember(
    _ answer: Lookup.Answer, id: String, environment: String, page: PulledPage? = nil
  ) throws(SourceFailure) {
    _ = try openRun()
    try writing { () throws(SQLiteFailure) in
      let statement = try database.prepare(
        """
        INSERT INTO lookup VALUES (?1, ?2, ?3, 1) ON CONFLICT DO UPDATE SET
          repeats = CASE answer WHEN excluded.answer THEN repeats + 1 ELSE 1 END,
          answer = excluded.answer
        """)
      try statement.bind(environment, at: 1)
      try statement.bind(id, at: 2)
      try statement.bind(answer.rawValue, at: 3)
      try statement.run()
      if let page { try keep(page) }
    }
  }

  /// Whether the store has found any id in this run: it answers, with this key, for this app.
  package func hasFoundAny(environment: String) throws(SourceFailure) -> Bool {
    try reading { () throws(SQLiteFailure) in
      let statement = try database.prepare(
        "SELECT 1 FROM lookup WHERE environment = ?1 AND answer = 'found' LIMIT 1")
      try statement.bind(environment, at: 1)
      return try statement.step()
    }
  }
}
