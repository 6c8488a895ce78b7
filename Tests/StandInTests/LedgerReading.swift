import SQLite
import StandIn

extension StoreOnLoopback {
  /// The id in the ledger's first row.
  func firstLedgerID() throws -> String? {
    let ledger = try Database(path: folder.ledgerPath, mode: .readOnly)
    let rows = try ledger.prepare("SELECT transaction_id FROM orders ORDER BY row_id LIMIT 1")
    return try rows.step() ? rows.text(at: 0) : nil
  }
}
