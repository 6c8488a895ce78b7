import Formats
package import Reconciliation
import SQLite

extension JobState {
  /// What the store sent about a transaction and what became of sending it, the oldest first.
  package func notifications(
    about transactionID: String, environment: String
  ) throws(SourceFailure) -> [PulledNotification] {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        """
        SELECT uuid, type, subtype, original_id, signed_at, attempts FROM notification
        WHERE environment = ?1 AND transaction_id = ?2 ORDER BY signed_at, uuid
        """)
      try row.bind(environment, at: 1)
      try row.bind(transactionID, at: 2)
      var found: [PulledNotification] = []
      while try row.step() {
        found.append(
          PulledNotification(
            uuid: row.text(at: 0) ?? "", type: row.text(at: 1) ?? "", subtype: row.text(at: 2),
            environment: environment, transactionID: transactionID,
            originalTransactionID: row.text(at: 3), signedAt: row.integer(at: 4),
            attempts: AttemptsText.attempts(row.bytes(at: 5) ?? [])))
      }
      return found
    }
  }

  /// When the newest notification of an environment was signed, in UNIX milliseconds.
  package func newestNotification(environment: String) throws(SourceFailure) -> Int64? {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare(
        """
        SELECT max(signed_at) FROM notification WHERE environment = ?1
        """)
      try row.bind(environment, at: 1)
      return try row.step() ? row.integer(at: 0) : nil
    }
  }

  /// How many notifications are known, each counted once.
  package func notificationCount() throws(SourceFailure) -> Int {
    try reading { () throws(SQLiteFailure) in
      let row = try database.prepare("SELECT count(*) FROM notification")
      return try row.step() ? Int(row.integer(at: 0) ?? 0) : 0
    }
  }
}

/// Writes the notifications of a page.
struct NotificationWriter: ~Copyable {
  private let adding: Statement

  init(_ database: borrowing Database) throws(SQLiteFailure) {
    adding = try database.prepare(
      """
      INSERT INTO notification VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
        (SELECT number FROM run WHERE finished IS NULL))
      ON CONFLICT DO UPDATE SET attempts = excluded.attempts
        WHERE json_array_length(excluded.attempts) >= json_array_length(attempts)
      """)
  }

  /// Keeps one; listed again it may have been sent more often since, and never less.
  func write(_ notification: PulledNotification) throws(SQLiteFailure) {
    try adding.bind(notification.environment, at: 1)
    try adding.bind(notification.uuid, at: 2)
    try adding.bind(notification.type, at: 3)
    try adding.bind(notification.subtype, at: 4)
    try adding.bind(notification.transactionID, at: 5)
    try adding.bind(notification.originalTransactionID, at: 6)
    try adding.bind(notification.signedAt, at: 7)
    try adding.bind(textBytes: AttemptsText.bytes(notification.attempts).span, at: 8)
    try adding.run()
  }
}

/// Attempts as a column keeps them: `[[1773111600000,"TIMED_OUT"],[null,"SUCCESS"]]`.
enum AttemptsText {
  static func bytes(_ attempts: [SendAttempt]) -> [UInt8] {
    var writer = JSONWriter()
    writer.array { list in
      for attempt in attempts {
        list.array { pair in
          if let at = attempt.at { pair.value(at) } else { pair.null() }
          pair.value(attempt.result)
        }
      }
    }
    return writer.bytes
  }

  static func attempts(_ bytes: [UInt8]) -> [SendAttempt] {
    var scanner = JSONScanner(bytes)
    let list = (try? scanner.document())?.array ?? []
    return list.compactMap { pair in
      guard let pair = pair.array, pair.count == 2, let result = pair[1].string else { return nil }
      return SendAttempt(at: pair[0].number.flatMap { Int64($0) }, result: result)
    }
  }
}
