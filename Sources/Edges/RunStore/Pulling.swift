package import Reconciliation
import SQLite

extension JobState: PullMemory {
  package func cursor(_ name: String) throws(SourceFailure) -> String? {
    try reading { () throws(SQLiteFailure) in
      let statement = try database.prepare("SELECT value FROM cursor WHERE name = ?1")
      try statement.bind(name, at: 1)
      return try statement.step() ? statement.text(at: 0) : nil
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
        WHERE name > ?1 AND name < ?1 || char(1114111)
          AND (?2 IS NULL OR CAST(value AS INTEGER) < ?2) ORDER BY name
        """)
      try row.bind(prefix, at: 1)
      try row.bind(floor, at: 2)
      var names: [String] = []
      while try row.step() { names.append(row.text(at: 0) ?? "") }
      return names
    }
  }

  package func remember(_ page: PulledPage) throws(SourceFailure) {
    _ = try openRun()
    try writing { () throws(SQLiteFailure) in try keep(page) }
  }

  package func knows(id: String, environment: String) throws(SourceFailure) -> Bool {
    try reading { () throws(SQLiteFailure) in
      defer { knowing.reset() }
      try knowing.bind(environment, at: 1)
      try knowing.bind(id, at: 2)
      return try knowing.step() && knowing.integer(at: 0) == 1
    }
  }

  package func nextPage(
    _ source: PullSource, subject: String
  ) throws(SourceFailure) -> Int {
    try reading { () throws(SQLiteFailure) in
      let statement = try database.prepare(
        "SELECT max(place) + 1 FROM page WHERE source = ?1 AND subject = ?2")
      try statement.bind(source.rawValue, at: 1)
      try statement.bind(subject, at: 2)
      return try statement.step() ? Int(statement.integer(at: 0) ?? 0) : 0
    }
  }
}

extension JobState {
  /// A record whose signature did not hold makes nothing known, and a renewal no transaction.
  static let isKnown = """
    SELECT EXISTS(SELECT 1 FROM believed
        WHERE kind = 'transaction' AND environment = ?1 AND id = ?2)
      OR EXISTS(SELECT 1 FROM believed WHERE environment = ?1 AND original_id = ?2)
      OR EXISTS(SELECT 1 FROM pulled
        WHERE environment = ?1 AND id = ?2 AND kind = 'transaction')
      OR EXISTS(SELECT 1 FROM pulled WHERE environment = ?1 AND original_id = ?2)
    """

  /// Keeps a page and moves its cursors; to be called within `writing`.
  func keep(_ page: PulledPage) throws(SQLiteFailure) {
    var writer = try PageWriter(database)
    try writer.write(page, to: database)
    if !page.notifications.isEmpty {
      var notifications = try NotificationWriter(database)
      for notification in page.notifications { try notifications.write(notification) }
    }
    let setting = try database.prepare(
      "INSERT INTO cursor VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value")
    let forgetting = try database.prepare("DELETE FROM cursor WHERE name = ?1")
    for (name, value) in page.cursors {
      guard let value else {
        try forgetting.bind(name, at: 1)
        try forgetting.run()
        continue
      }
      try setting.bind(name, at: 1)
      try setting.bind(value, at: 2)
      try setting.run()
    }
  }
}
