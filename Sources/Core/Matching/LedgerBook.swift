package import Records

/// Every row of every ledger, kept in columns.
package struct LedgerBook: Sendable {
  /// The job's ledgers, in its order; rows name them by their place here.
  package var ledgers: [LedgerShape]
  /// What the readers counted on the way in.
  package private(set) var intake = Intake()

  var ledger: [UInt16] = []
  var rowID: [RowID] = []
  var transactionID: [TransactionID] = []
  var transactionIDAsFound: [Text] = []
  var originalTransactionID: [OriginalTransactionID] = []
  var lineItemID: [LineItemID] = []
  var user: [UserID] = []
  var account: [UserID] = []
  var accountToken: [AccountToken] = []
  var product: [ProductID] = []
  var environment: [EnvironmentID] = []
  var state: [GrantState] = []
  var isOutOfScope: [Bool] = []
  var quantity: [Int32] = []
  var amount: [Int64] = []
  var currency: [Text] = []
  var purchaseTime: [Moment] = []
  var grantedAt: [Moment] = []
  var expiresAt: [Moment] = []

  /// An empty book over these ledgers.
  package init(ledgers: [LedgerShape] = [LedgerShape()]) {
    self.ledgers = ledgers
  }

  /// The number of rows.
  package var count: Int { transactionID.count }

  /// Adds one row.
  package mutating func add(_ row: LedgerRow) {
    intake.countOne()
    intake.add(row.amount, row.currency)
    ledger.append(row.ledger)
    rowID.append(row.rowID)
    transactionID.append(row.transactionID)
    transactionIDAsFound.append(row.transactionIDAsFound)
    originalTransactionID.append(row.originalTransactionID)
    lineItemID.append(row.lineItemID)
    user.append(row.user)
    account.append(row.account)
    accountToken.append(row.accountToken)
    product.append(row.product)
    environment.append(row.environment)
    state.append(row.state)
    isOutOfScope.append(row.isOutOfScope)
    quantity.append(row.quantity ?? .min)
    amount.append(row.amount ?? .min)
    currency.append(row.currency)
    purchaseTime.append(Moment(row.purchaseTime))
    grantedAt.append(Moment(row.grantedAt))
    expiresAt.append(Moment(row.expiresAt))
  }

  /// When a row came to be: when it was granted, else its purchase time.
  func writtenAt(_ row: Int) -> Instant? {
    grantedAt[row].instant ?? purchaseTime[row].instant
  }

  /// The shape of the ledger that a row stands in.
  func shape(_ row: Int) -> LedgerShape { ledgers[Int(ledger[row])] }

  /// The amount of a row, if it has one.
  func money(_ row: Int) -> (milliunits: Int64, currency: Text)? {
    amount[row] == .min ? nil : (amount[row], currency[row])
  }
}

/// Both books and the texts they share.
package struct Books: Sendable {
  /// The texts that both books name.
  package var texts: TextTable
  /// The store's side.
  package var store = StoreBook()
  /// The ledgers' side.
  package var ledger: LedgerBook

  /// Empty books over these ledgers.
  package init(ledgers: [LedgerShape] = [LedgerShape()], texts: TextTable = TextTable()) {
    self.texts = texts
    ledger = LedgerBook(ledgers: ledgers)
  }
}
