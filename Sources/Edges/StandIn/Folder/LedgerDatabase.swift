import Records
import SQLite

/// The app server's ledger that belongs to a world: table `orders` in the canonical columns.
struct LedgerDatabase: ~Copyable {
  let database: Database

  private static let schema = """
    CREATE TABLE orders (
      row_id INTEGER PRIMARY KEY, transaction_id TEXT, original_transaction_id TEXT,
      web_order_line_item_id TEXT, user_id TEXT NOT NULL, account_token TEXT,
      product_id TEXT NOT NULL, quantity INTEGER, amount TEXT, currency TEXT,
      purchase_time TEXT NOT NULL, granted_at TEXT, expires_at TEXT, state TEXT NOT NULL,
      environment TEXT NOT NULL);
    """

  init(creating path: String) throws(SQLiteFailure) {
    let made = try Database(path: path, mode: .readWriteCreate)
    try made.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    try made.execute(Self.schema)
    database = made
  }

  /// Opens one that was made before.
  init(addingTo path: String) throws(SQLiteFailure) {
    database = try Database(path: path, mode: .readWriteCreate)
  }

  /// Writes what the app's server does when it hears of a change.
  func note(
    _ change: WorldChange, _ sale: SoldTransaction, newUser: String?
  ) throws(SQLiteFailure) {
    if change.kind == .refund {
      let refund = try database.prepare(
        "UPDATE orders SET state = 'refunded' WHERE transaction_id = ?1")
      try refund.bind(change.transactionID, at: 1)
      return try refund.run()
    }
    let known = try database.prepare(
      """
      SELECT (SELECT user_id FROM orders WHERE transaction_id = ?1 LIMIT 1),
        (SELECT coalesce(max(row_id), 0) + 1 FROM orders)
      """)
    try known.bind(change.known, at: 1)
    guard try known.step(), let rowID = known.integer(at: 1) else { return }
    var row = GrantRow(
      rowID: rowID, userID: newUser ?? known.text(at: 0) ?? change.customer,
      productID: sale.product.id, purchaseTime: sale.purchaseDate, state: "granted",
      environment: sale.environment.rawValue)
    row.transactionID = sale.transactionID
    row.originalTransactionID = sale.originalTransactionID
    row.lineItemID = sale.lineItemID
    row.accountToken = sale.accountToken
    row.quantity = sale.quantity
    row.amount = sale.price
    row.currency = sale.price == nil ? nil : sale.storefront.currency
    row.grantedAt = sale.purchaseDate.adding(milliseconds: 4 * Milliseconds.second)
    row.expiresAt = sale.expiresDate
    try LedgerWriter(self).add(row)
  }

  /// Indexes the id, as an app's server would.
  func finish() throws(SQLiteFailure) {
    try database.execute("CREATE INDEX order_by_id ON orders (transaction_id)")
  }
}

/// Adds rows to a ledger under construction.
struct LedgerWriter: ~Copyable {
  private let rows: Statement

  init(_ ledger: borrowing LedgerDatabase) throws(SQLiteFailure) {
    rows = try ledger.database.prepare(
      """
      INSERT INTO orders VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
      """)
  }

  func add(_ row: GrantRow) throws(SQLiteFailure) {
    try rows.bind(row.rowID, at: 1)
    let identity = [
      row.transactionID, row.originalTransactionID, row.lineItemID, row.userID, row.accountToken,
      row.productID,
    ]
    for (place, text) in identity.enumerated() { try rows.bind(text, at: place + 2) }
    try rows.bind(row.quantity, at: 8)
    let facts = [
      row.amount.map(Self.decimal), row.currency, row.purchaseTime.text, row.grantedAt?.text,
      row.expiresAt?.text, row.state, row.environment,
    ]
    for (place, text) in facts.enumerated() { try rows.bind(text, at: place + 9) }
    try rows.run()
  }

  /// Thousandths as a plain decimal with three places.
  private static func decimal(_ thousandths: Int64) -> String {
    let rest = String(thousandths % 1_000)
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
