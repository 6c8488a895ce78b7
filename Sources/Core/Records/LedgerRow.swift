/// What a ledger row says happened.
package enum GrantState: UInt8, Sendable, CaseIterable {
  case pending, granted, refunded, failed
  /// Held back on purpose.
  case withheld
}

extension GrantState {
  /// The word that every ledger may use for it.
  package var word: String {
    switch self {
    case .pending: "pending"
    case .granted: "granted"
    case .refunded: "refunded"
    case .failed: "failed"
    case .withheld: "withheld"
    }
  }
}

/// One row of a ledger as it was read.
///
/// Texts are names in the book's `TextTable`. An absent fact is absent, never zero.
package struct LedgerRow: Sendable {
  /// Which of the job's ledgers, by its place in `LedgerBook.ledgers`.
  package var ledger: UInt16 = 0
  /// The ledger's own key, if it has one.
  package var rowID = RowID.none
  /// The id with blanks trimmed.
  package var transactionID = TransactionID.none
  /// The id as it was found.
  package var transactionIDAsFound = Text.empty
  package var originalTransactionID = OriginalTransactionID.none
  package var lineItemID = LineItemID.none
  /// The user as it was found.
  package var user = UserID.none
  /// The user's canonical account: the user itself unless the job's map says otherwise.
  package var account = UserID.none
  package var accountToken = AccountToken.none
  /// The product as it was found, trimmed.
  package var product = ProductID.none
  package var environment = EnvironmentID.none
  package var state = GrantState.granted
  /// A row of another origin: counted and balanced, never a finding.
  package var isOutOfScope = false
  package var quantity: Int32?
  /// Thousandths of `currency`.
  package var amount: Int64?
  package var currency = Text.empty
  package var purchaseTime: Instant?
  package var grantedAt: Instant?
  package var expiresAt: Instant?

  /// A granted row without a single other fact.
  package init() {}

  /// When the row came to be: when it was granted, else its purchase time.
  package var writtenAt: Instant? { grantedAt ?? purchaseTime }
}

/// Which side of the app a ledger shows.
package enum LedgerRole: String, Sendable {
  /// The table of orders.
  case orders
  /// The wallet's own log.
  case credits
}

/// What a row of a ledger means.
package enum RowMeaning: String, Sendable {
  /// A row is the present state.
  case state
  /// A row is an event; a refunded one takes back an earlier grant.
  case events
}

/// How one of the job's ledgers is to be read.
package struct LedgerShape: Sendable {
  /// Names the ledger in rows and messages.
  package var name: String
  package var role: LedgerRole
  package var rows: RowMeaning
  /// Whether the ledger can hold a transaction id only once, so that it cannot show a double.
  package var hasUniqueTransactionIDs = false
  /// Whether its rows have a quantity at all.
  package var hasQuantity = false
  /// Whether its rows have a key of their own.
  package var hasRowID = false

  package init(name: String = "ledger", role: LedgerRole = .orders, rows: RowMeaning = .state) {
    self.name = name
    self.role = role
    self.rows = rows
  }
}
