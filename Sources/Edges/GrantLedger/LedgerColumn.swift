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

  /// Its place among all columns; asked many times a row, so nothing is looked up for it.
  var index: Int {
    switch self {
    case .rowID: 0
    case .transactionID: 1
    case .originalTransactionID: 2
    case .lineItemID: 3
    case .userID: 4
    case .accountToken: 5
    case .productID: 6
    case .quantity: 7
    case .amount: 8
    case .currency: 9
    case .purchaseTime: 10
    case .grantedAt: 11
    case .expiresAt: 12
    case .state: 13
    case .environment: 14
    }
  }
}
