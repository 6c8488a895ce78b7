import SQLite

// What the store remembers, as it stands at one moment.
extension WorldDatabase {
  /// One version of a record, or of one that a notification carries.
  struct Remembered: Sendable, Equatable {
    let position: PagePosition
    let payload: String
  }

  /// The customer whom an id leads to: any transaction's, or the app transaction's.
  func customer(
    of id: String, in environment: WorldEnvironment, at clock: Int64
  ) throws(SQLiteFailure) -> String? {
    let byID = try database.prepare(
      "SELECT customer FROM versions WHERE transaction_id = ?1 AND environment = ?2 AND at <= ?3")
    let byCustomer = try database.prepare(
      "SELECT customer FROM versions WHERE customer = ?1 AND environment = ?2 AND at <= ?3")
    try bind(byID, id, environment, clock)
    if try byID.step() { return byID.text(at: 0) }
    try bind(byCustomer, id, environment, clock)
    return try byCustomer.step() ? byCustomer.text(at: 0) : nil
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
  ) throws(SQLiteFailure) -> String? {
    let statement = try database.prepare(
      """
      SELECT payload FROM versions
      WHERE transaction_id = ?1 AND environment = ?2 AND at <= ?3
      ORDER BY at DESC, seq DESC LIMIT 1
      """)
    try bind(statement, id, environment, clock)
    return try statement.step() ? statement.text(at: 0) : nil
  }

  /// The newest version of each listed record of a customer, in the order of modification.
  ///
  /// `condition` is SQL over `v`, made by the caller from checked values only.
  func history(
    of customer: String, in environment: WorldEnvironment, at clock: Int64,
    beyond position: PagePosition, isDescending: Bool, condition: String, limit: Int64
  ) throws(SQLiteFailure) -> [Remembered] {
    let order = isDescending ? "DESC" : "ASC"
    let statement = try database.prepare(
      """
      SELECT v.at, v.seq, v.payload FROM versions v
      WHERE v.customer = ?1 AND v.environment = ?2 AND v.at <= ?3 AND v.is_listed = 1
        AND (v.at, v.seq) \(isDescending ? "<" : ">") (?4, ?5) AND \(condition)
        AND NOT EXISTS (
          SELECT 1 FROM versions w
          WHERE w.transaction_id = v.transaction_id AND w.environment = v.environment
            AND w.at <= ?3 AND (w.at, w.seq) > (v.at, v.seq))
      ORDER BY v.at \(order), v.seq \(order) LIMIT ?6
      """)
    try bind(statement, customer, environment, clock)
    try statement.bind(position.at, at: 4)
    try statement.bind(position.sequence, at: 5)
    try statement.bind(limit, at: 6)
    var found: [Remembered] = []
    while try statement.step() {
      found.append(
        Remembered(
          position: PagePosition(
            at: statement.integer(at: 0) ?? 0, sequence: statement.integer(at: 1) ?? 0),
          payload: statement.text(at: 2) ?? ""))
    }
    return found
  }

  private func bind(
    _ statement: borrowing Statement, _ id: String, _ environment: WorldEnvironment, _ clock: Int64
  ) throws(SQLiteFailure) {
    try statement.bind(id, at: 1)
    try statement.bind(environment.rawValue, at: 2)
    try statement.bind(clock, at: 3)
  }
}
