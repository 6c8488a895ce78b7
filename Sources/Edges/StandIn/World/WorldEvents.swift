package import Records

/// A transaction as it stands from one moment on, until a later version of it.
///
/// The world is made of versions, so that a later clock shows later states of the same world.
struct RecordVersion: Sendable, Equatable {
  /// When the store changed the record; history is in this order.
  var at: Instant
  /// Names the customer; any id of theirs leads to the same history.
  var customer: String
  /// Whether the customer's history lists the id; a look-up finds it in any case (facts 2.4).
  var isListed = true
  /// The number in the customer's e-mail; several purchases of one checkout share one.
  var orderNumber: String?
  var transaction: SoldTransaction
}

/// What changes about the next period of a chain, from one moment on.
struct RenewalChange: Sendable, Equatable {
  var at: Instant
  var environment: WorldEnvironment
  var originalTransactionID: String
  /// Whether the customer wants a next period.
  var isWanted = true
  /// Apple's number for why there is none: 1 cancelled, 2 not paid (facts 4.2).
  var intent: Int64?
  /// Until when the store tries to collect the money.
  var retryUntil: Instant?
  /// Until when the customer is to be served though the money did not come.
  var graceUntil: Instant?
}

/// A notification that the store signed, about one transaction as it stood then or about the app.
struct SentNotification: Sendable, Equatable {
  var at: Instant
  var type: String
  var subtype: String?
  var uuid: String
  var sending = Sending()
  var environment: WorldEnvironment
  /// Which of the chapter's versions it carries; nil for one about the app.
  var version: Int?
  /// The product it speaks of where it carries no transaction.
  var product: String?
}

/// One row of the ledger that belongs to the world.
package struct GrantRow: Sendable, Equatable {
  package var rowID: Int64 = 0
  package var transactionID: String?
  package var originalTransactionID: String?
  package var lineItemID: String?
  package var userID: String
  package var accountToken: String?
  package var productID: String
  package var quantity: Int64?
  /// Thousandths of `currency`.
  package var amount: Int64?
  package var currency: String?
  package var purchaseTime: Instant
  package var grantedAt: Instant?
  package var expiresAt: Instant?
  package var state: String
  package var environment: String
}

/// What one story adds to the world.
struct Chapter: Sendable, Equatable {
  var customer = ""
  var versions: [RecordVersion] = []
  var renewals: [RenewalChange] = []
  var notifications: [SentNotification] = []
  var rows: [GrantRow] = []
  var planted: [PlantedFinding] = []
  var trap: SilentTrap?
}
