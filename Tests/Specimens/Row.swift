package import Records

/// One ledger row, in words: what is not said is absent or dull.
package struct Row: Sendable, Equatable {
  package var ledger: UInt16 = 0
  package var key = ""
  package var id: String
  package var original = ""
  package var lineItem = ""
  package var user: String
  /// The canonical account; the user itself where it is not said.
  package var account: String?
  package var token = ""
  package var product: String
  package var environment = ""
  package var state = GrantState.granted
  package var isOutOfScope = false
  package var quantity: Int32?
  package var amount: Int64?
  package var purchaseTime: Instant?
  package var grantedAt: Instant?
  package var expiresAt: Instant?

  package init(_ id: String, to user: String, _ product: String) {
    self.id = id
    self.user = user
    self.product = product
  }

  /// The row with its texts named in a table.
  package func row(_ texts: inout TextTable) -> LedgerRow {
    var row = LedgerRow()
    row.ledger = ledger
    row.rowID = RowID(texts.intern(key))
    row.transactionID = TransactionID(texts.intern(id))
    row.transactionIDAsFound = row.transactionID.text
    row.originalTransactionID = OriginalTransactionID(texts.intern(original))
    row.lineItemID = LineItemID(texts.intern(lineItem))
    row.user = UserID(texts.intern(user))
    row.account = UserID(texts.intern(account ?? user))
    row.accountToken = AccountToken(texts.intern(token))
    row.product = ProductID(texts.intern(product))
    row.environment = EnvironmentID(texts.intern(environment))
    row.state = state
    row.isOutOfScope = isOutOfScope
    row.quantity = quantity
    row.amount = amount
    if amount != nil { row.currency = texts.intern("USD") }
    row.purchaseTime = purchaseTime
    row.grantedAt = grantedAt
    row.expiresAt = expiresAt
    return row
  }
}
