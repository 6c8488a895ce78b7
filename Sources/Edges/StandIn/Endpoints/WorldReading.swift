import SQLite

/// What the store remembers, as it stands at one moment; its questions are compiled once.
struct WorldReader: ~Copyable {
  let database: Database
  private let customerOfID: Statement
  private let customerByName: Statement
  private let newestOfID: Statement
  private let plainHistory: Statement
  private let refundHistory: Statement
  private let orderedRecords: Statement
  private let newestRenewal: Statement
  let notifications: Statement
  let feed: Statement

  init(path: String) throws(SQLiteFailure) {
    let world = try WorldDatabase(path: path)
    let customerOfID = try world.database.prepare(
      "SELECT customer FROM versions WHERE transaction_id = ?1 AND environment = ?2 AND at <= ?3")
    let customerByName = try world.database.prepare(
      "SELECT customer FROM versions WHERE customer = ?1 AND environment = ?2 AND at <= ?3")
    let newestOfID = try world.database.prepare(Self.newestOfIDSQL)
    let plainHistory = try world.database.prepare(Self.historySQL(HistoryQuestion.everything))
    let refundHistory = try world.database.prepare(Self.historySQL(HistoryQuestion.refunds))
    let orderedRecords = try world.database.prepare(Self.orderSQL)
    let newestRenewal = try world.database.prepare(Self.renewalSQL)
    let notifications = try world.database.prepare(Self.notificationSQL)
    let feed = try world.database.prepare(Self.feedSQL)
    // Stored only when nothing can fail any more: a half made value could not be let go.
    self.customerOfID = customerOfID
    self.customerByName = customerByName
    self.newestOfID = newestOfID
    self.plainHistory = plainHistory
    self.refundHistory = refundHistory
    self.orderedRecords = orderedRecords
    self.newestRenewal = newestRenewal
    self.notifications = notifications
    self.feed = feed
    database = world.database
  }

  /// One version of a record.
  struct Remembered: Sendable, Equatable {
    let position: PagePosition
    let payload: String
  }

  /// The customer whom an id leads to: any transaction's, or the app transaction's.
  func customer(
    of id: String, in environment: WorldEnvironment, at clock: Int64
  ) throws(SQLiteFailure) -> String? {
    if let found = try first(customerOfID, id, environment, clock, { $0.text(at: 0) }) {
      return found
    }
    return try first(customerByName, id, environment, clock) { $0.text(at: 0) }
  }

  /// Whether an id names a customer and not a transaction.
  func isAppTransaction(_ id: String) throws(SQLiteFailure) -> Bool {
    let statement = try database.prepare("SELECT 1 FROM versions WHERE customer = ?1 LIMIT 1")
    try statement.bind(id, at: 1)
    return try statement.step()
  }

  /// The record of an id as it stands, whether a history lists it or not.
  func newest(
    _ id: String, in environment: WorldEnvironment, at clock: Int64
  ) throws(SQLiteFailure) -> Remembered? {
    try first(newestOfID, id, environment, clock, Self.remembered)
  }

  /// What was last said about the next period of a chain; nil where nothing happened to it.
  func renewal(
    of originalID: String, in environment: WorldEnvironment, at clock: Int64
  ) throws(SQLiteFailure) -> RememberedRenewal? {
    try first(newestRenewal, originalID, environment, clock) { row in
      RememberedRenewal(
        isWanted: row.integer(at: 0) == 1, intent: row.integer(at: 1),
        retryUntil: row.integer(at: 2), graceUntil: row.integer(at: 3))
    }
  }

  /// Every listed record of one order, as it stands.
  func records(
    ofOrder number: String, in environment: WorldEnvironment, at clock: Int64
  ) throws(SQLiteFailure) -> [Remembered] {
    try bind(orderedRecords, number, environment, clock)
    defer { orderedRecords.reset() }
    var found: [Remembered] = []
    while try orderedRecords.step() { found.append(Self.remembered(orderedRecords)) }
    return found
  }

  /// The newest version of each listed record of a customer, in the order of modification.
  ///
  /// `condition` is SQL over `v`, made by the caller from checked values only.
  func history(
    of customer: String, in environment: WorldEnvironment, at clock: Int64,
    beyond position: PagePosition, isDescending: Bool, condition: String, limit: Int64
  ) throws(SQLiteFailure) -> [Remembered] {
    var question = HistoryQuestion(condition: condition)
    question.isDescending = isDescending
    var found: [Remembered] = []
    try eachRecord(
      of: customer, in: environment, at: clock, beyond: position, question, limit: limit
    ) { found.append(Remembered(position: $0, payload: $1.text(at: 2) ?? "")) }
    return found
  }

  /// As `history`, row by row; the payload is column 2, and is copied only where it is read.
  func eachRecord(
    of customer: String, in environment: WorldEnvironment, at clock: Int64,
    beyond position: PagePosition, _ question: HistoryQuestion, limit: Int64,
    _ body: (PagePosition, borrowing Statement) -> Void
  ) throws(SQLiteFailure) {
    func read(_ statement: borrowing Statement) throws(SQLiteFailure) {
      try bind(statement, customer, environment, clock)
      try statement.bind(position.at, at: 4)
      try statement.bind(position.sequence, at: 5)
      try statement.bind(limit, at: 6)
      defer { statement.reset() }
      while try statement.step() { body(Self.position(statement), statement) }
    }
    if question == .everything { return try read(plainHistory) }
    if question == .refunds { return try read(refundHistory) }
    try read(try database.prepare(Self.historySQL(question)))
  }
}

/// What the store knows of a chain's next period.
struct RememberedRenewal: Sendable, Equatable {
  let isWanted: Bool
  let intent: Int64?
  let retryUntil: Int64?
  let graceUntil: Int64?
}

// Small things that the questions share.
extension WorldReader {
  static let laterVersion = """
    SELECT 1 FROM versions w
    WHERE w.transaction_id = v.transaction_id AND w.environment = v.environment
      AND w.at <= ?3 AND (w.at, w.seq) > (v.at, v.seq)
    """

  private static let newestOfIDSQL = """
    SELECT at, seq, payload FROM versions
    WHERE transaction_id = ?1 AND environment = ?2 AND at <= ?3
    ORDER BY at DESC, seq DESC LIMIT 1
    """

  private static let orderSQL = """
    SELECT v.at, v.seq, v.payload FROM versions v
    WHERE v.order_number = ?1 AND v.environment = ?2 AND v.at <= ?3 AND v.is_listed = 1
      AND NOT EXISTS (\(Self.laterVersion)) ORDER BY v.at, v.seq
    """

  private static let renewalSQL = """
    SELECT is_wanted, intent, retry_until, grace_until FROM renewals
    WHERE original_id = ?1 AND environment = ?2 AND at <= ?3 ORDER BY at DESC, seq DESC LIMIT 1
    """

  private static func historySQL(_ question: HistoryQuestion) -> String {
    let order = question.isDescending ? "DESC" : "ASC"
    return """
      SELECT v.at, v.seq, v.payload FROM versions v
      WHERE v.customer = ?1 AND v.environment = ?2 AND v.at <= ?3 AND v.is_listed = 1
        AND (v.at, v.seq) \(question.isDescending ? "<" : ">") (?4, ?5)
        AND \(question.condition) AND NOT EXISTS (\(laterVersion))
      ORDER BY v.at \(order), v.seq \(order) LIMIT ?6
      """
  }

  static func position(_ row: borrowing Statement) -> PagePosition {
    PagePosition(at: row.integer(at: 0) ?? 0, sequence: row.integer(at: 1) ?? 0)
  }

  static func remembered(_ row: borrowing Statement) -> Remembered {
    Remembered(position: position(row), payload: row.text(at: 2) ?? "")
  }

  private func bind(
    _ statement: borrowing Statement, _ id: String, _ environment: WorldEnvironment, _ clock: Int64
  ) throws(SQLiteFailure) {
    try statement.bind(id, at: 1)
    try statement.bind(environment.rawValue, at: 2)
    try statement.bind(clock, at: 3)
  }

  private func first<Answer>(
    _ statement: borrowing Statement, _ id: String, _ environment: WorldEnvironment,
    _ clock: Int64, _ read: (borrowing Statement) -> Answer?
  ) throws(SQLiteFailure) -> Answer? {
    try bind(statement, id, environment, clock)
    defer { statement.reset() }
    return try statement.step() ? read(statement) : nil
  }
}
