/// A column by its canonical name.
package enum LedgerColumn: String, Sendable, CaseIterable {
  case rowID = "row_id"
  case transactionID = "transaction_id"
  case originalTransactionID = "original_transaction_id"
  case lineItemID = "web_order_line_item_id"
  case userID = "user_id"
  case accountToken = "account_token"
  case productID = "product_id"
  case quantity
  case amount
  case currency
  case purchaseTime = "purchase_time"
  case grantedAt = "granted_at"
  case expiresAt = "expires_at"
  case state
  case environment

  /// Whether a ledger without the column cannot be read.
  package var isRequired: Bool {
    switch self {
    case .transactionID, .userID, .productID, .state: true
    default: false
    }
  }

  /// Its place among all columns.
  var index: Int { Self.indexes[self] ?? 0 }

  private static let indexes = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
