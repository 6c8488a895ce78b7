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
  var transaction: SoldTransaction
}

/// A notification that the store sent about one transaction, as it stood then.
struct SentNotification: Sendable, Equatable {
  var at: Instant
  var type: String
  var subtype: String?
  var uuid: String
  /// Whether the app's server answered in the end.
  var isHeard: Bool
  /// Which of the chapter's versions it carries.
  var version: Int
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
  var notifications: [SentNotification] = []
  var rows: [GrantRow] = []
  var planted: [PlantedFinding] = []
  var trap: SilentTrap?
}
