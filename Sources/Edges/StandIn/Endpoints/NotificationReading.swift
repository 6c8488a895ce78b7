import SQLite

// The notifications that the store sent.
extension WorldReader {
  /// A notification with what it carried when it was signed.
  struct RememberedNotification: Sendable, Equatable {
    /// The row that listed it first.
    let first: Int64
    /// When it was signed, UNIX milliseconds.
    let at: Int64
    let type: String
    let subtype: String?
    let uuid: String
    /// The record as it stood; nil for a notification about the app.
    let payload: String?
    let product: String?
  }

  private static let columns = """
    SELECT n.place, n.seq, n.at, n.type, n.subtype, n.uuid, n.results, v.payload, n.product,
      n.first_seq
    FROM notifications n LEFT JOIN versions v ON v.seq = n.version
    """

  static let notificationSQL = """
    \(columns)
    WHERE n.environment = ?1 AND n.place >= ?2 AND n.place < ?3 AND (n.place, n.seq) > (?4, ?5)
      AND (?6 IS NULL OR n.type = ?6) AND (?7 IS NULL OR n.subtype = ?7)
      AND (?8 IS NULL OR n.customer = ?8)
      AND (?9 = 0 OR n.heard_at IS NULL OR n.heard_at > ?11)
      AND n.listed_from <= ?11 AND n.at <= ?12
    ORDER BY n.place, n.seq LIMIT ?10
    """

  /// What to list of the notifications.
  struct NotificationPage: Sendable {
    let question: NotificationQuestion
    let customer: String?
    let environment: WorldEnvironment
    let position: PagePosition
    let limit: Int64
    /// The store's moment, UNIX milliseconds.
    let clock: Int64
    /// The last moment of signing that is listed.
    var listedUntil = Int64.max
  }

  /// Lends the rows of a page, the oldest first.
  func eachNotification(
    _ page: NotificationPage, _ body: (borrowing Statement) -> Void
  ) throws(SQLiteFailure) {
    try notifications.bind(page.environment.rawValue, at: 1)
    // The later of the two is where the index is entered.
    try notifications.bind(max(page.question.start, page.position.at), at: 2)
    try notifications.bind(page.question.end, at: 3)
    try notifications.bind(page.position.at, at: 4)
    try notifications.bind(page.position.sequence, at: 5)
    try notifications.bind(page.question.type, at: 6)
    try notifications.bind(page.question.subtype, at: 7)
    try notifications.bind(page.customer, at: 8)
    try notifications.bind(page.question.isOnlyFailures ? 1 : 0, at: 9)
    try notifications.bind(page.limit, at: 10)
    try notifications.bind(page.clock, at: 11)
    try notifications.bind(page.listedUntil, at: 12)
    defer { notifications.reset() }
    while try notifications.step() { body(notifications) }
  }

  /// Lends the notification that stands before a page; none before the first page.
  func notification(
    before page: NotificationPage, _ body: (borrowing Statement) -> Void
  ) throws(SQLiteFailure) {
    let statement = try database.prepare("\(Self.columns) WHERE n.seq = ?1")
    try statement.bind(page.position.sequence, at: 1)
    if try statement.step() { body(statement) }
  }

  /// What a row tells; the record is copied here.
  static func notification(_ row: borrowing Statement) -> RememberedNotification {
    RememberedNotification(
      first: row.integer(at: 9) ?? 0, at: row.integer(at: 2) ?? 0, type: row.text(at: 3) ?? "",
      subtype: row.text(at: 4), uuid: row.text(at: 5) ?? "", payload: row.text(at: 7),
      product: row.text(at: 8))
  }
}
