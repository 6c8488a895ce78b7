import SQLite

// The notifications that the store sent.
extension WorldDatabase {
  /// A notification with the record as it stood when it was sent.
  struct RememberedNotification: Sendable, Equatable {
    let position: PagePosition
    let type: String
    let subtype: String?
    let uuid: String
    let isHeard: Bool
    let payload: String
  }

  /// The notifications of a question, the oldest first.
  func notifications(
    _ question: NotificationQuestion, customer: String?, in environment: WorldEnvironment,
    beyond position: PagePosition, limit: Int64
  ) throws(SQLiteFailure) -> [RememberedNotification] {
    let statement = try database.prepare(
      """
      SELECT n.at, n.seq, n.type, n.subtype, n.uuid, n.is_heard, v.payload
      FROM notifications n JOIN versions v ON v.seq = n.version
      WHERE n.environment = ?1 AND n.at >= ?2 AND n.at < ?3 AND (n.at, n.seq) > (?4, ?5)
        AND (?6 IS NULL OR n.type = ?6) AND (?7 IS NULL OR n.subtype = ?7)
        AND (?8 IS NULL OR n.customer = ?8) AND (?9 = 0 OR n.is_heard = 0)
      ORDER BY n.at, n.seq LIMIT ?10
      """)
    try statement.bind(environment.rawValue, at: 1)
    try statement.bind(question.start, at: 2)
    try statement.bind(question.end, at: 3)
    try statement.bind(position.at, at: 4)
    try statement.bind(position.sequence, at: 5)
    try statement.bind(question.type, at: 6)
    try statement.bind(question.subtype, at: 7)
    try statement.bind(customer, at: 8)
    try statement.bind(question.isOnlyFailures ? 1 : 0, at: 9)
    try statement.bind(limit, at: 10)
    var found: [RememberedNotification] = []
    while try statement.step() {
      found.append(
        RememberedNotification(
          position: PagePosition(
            at: statement.integer(at: 0) ?? 0, sequence: statement.integer(at: 1) ?? 0),
          type: statement.text(at: 2) ?? "", subtype: statement.text(at: 3),
          uuid: statement.text(at: 4) ?? "", isHeard: statement.integer(at: 5) == 1,
          payload: statement.text(at: 6) ?? ""))
    }
    return found
  }
}
