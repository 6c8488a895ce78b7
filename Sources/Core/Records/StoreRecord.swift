/// What kind of product was sold.
package enum ProductType: UInt8, Sendable, CaseIterable {
  case unknown, consumable, nonConsumable, nonRenewing, autoRenewable
}

/// For whom a record was made.
package enum Ownership: UInt8, Sendable {
  /// Absent, as in older receipts: the buyer's own.
  case unstated
  case purchased
  case familyShared
  /// A seat that somebody else pays for.
  case assigned
  /// A word that Apple added later.
  case other

  /// Whether the record is the buyer's own.
  package var isBuyers: Bool { self == .unstated || self == .purchased }
}

/// Why a transaction was made.
package enum TransactionReason: UInt8, Sendable {
  case unstated, purchase, renewal, other
}

/// Where a record of the store came from; the numbers are kept in states and never change.
package enum Origin: UInt8, Sendable {
  /// A file of decoded payloads, taken as given.
  case unsignedFile = 0
  /// A file of signed transactions, verified.
  case signedFile = 1
  /// An answer of verifyReceipt, live or in a file: it never clears a revocation.
  case receipt = 2
  /// A notification: signed when it was sent.
  case notification = 3
  /// The history of one customer, signed when it was asked for.
  case history = 4
  /// A look-up of one id, signed when it was asked for.
  case lookup = 5
  /// An app receipt that was checked offline: it stands as of its creation date, and never clears
  /// a revocation.
  case appReceipt = 6
  /// The refunds of one customer, signed when they were asked for.
  case refundHistory = 7
  /// The state of a customer's subscriptions, signed when it was asked for.
  case status = 8
  /// The company's own verify endpoint, taken as given.
  case feed = 9

  /// Whether it is an entry of a receipt, by whichever way: one that lists no finished consumable,
  /// never shows a refunded one and carries no mark of an upgrade.
  package var isReceipt: Bool { self == .receipt || self == .appReceipt }

  /// Whether somebody else tells what the store said, at a time of his own: it never clears a
  /// revocation, and never contradicts what the store has signed.
  package var isHearsay: Bool { isReceipt || self == .feed }

  /// Whether the record carries Apple's signature on the transaction itself.
  package var isSigned: Bool {
    switch self {
    case .unsignedFile, .receipt, .appReceipt, .feed: false
    case .signedFile, .notification, .history, .lookup, .refundHistory, .status: true
    }
  }
}

/// One record of the store as it was read: one signed transaction, or one entry of a file.
///
/// Texts are names in the book's `TextTable`. An absent fact is absent, never zero.
package struct StoreRecord: Sendable {
  package var transactionID = TransactionID.none
  package var originalTransactionID = OriginalTransactionID.none
  package var previousOriginalTransactionID = OriginalTransactionID.none
  package var lineItemID = LineItemID.none
  package var appTransactionID = AppTransactionID.none
  package var bundleID = BundleID.none
  package var environment = EnvironmentID.none
  package var productID = ProductID.none
  package var accountToken = AccountToken.none
  package var type = ProductType.unknown
  package var ownership = Ownership.unstated
  package var reason = TransactionReason.unstated
  package var origin = Origin.unsignedFile
  package var isUpgraded = false
  /// Whether it was answered in this run, so that it says how things stand now.
  package var isFresh = false
  /// Zero where it is absent.
  package var quantity: Int32 = 0
  package var purchaseDate: Instant?
  package var originalPurchaseDate: Instant?
  package var expiresDate: Instant?
  package var revocationDate: Instant?
  /// When the statement was made: `signedDate`, or the request time of a receipt's answer; absent
  /// where the source has neither, and then the as-of stands for it.
  package var statedAt: Instant?
  /// Thousandths of `currency`, for the whole quantity.
  package var price: Int64?
  package var currency = Text.empty
  package var storefront = Text.empty
  /// Apple's `revocationReason`: 0 other, 1 a problem in the app.
  package var revocationReason: Int32?
  /// Thousandths of a percent of the price that came back.
  package var revocationPercentage: Int32?

  /// A record without a single fact.
  package init() {}
}

/// What the store says about the next period of a chain.
package struct RenewalRecord: Sendable {
  package var originalTransactionID = OriginalTransactionID.none
  package var environment = EnvironmentID.none
  package var isInBillingRetry = false
  package var gracePeriodExpiresDate: Instant?
  package var statedAt: Instant?

  /// A renewal record without a single fact.
  package init() {}
}

/// A record whose signature did not hold: kept, counted and named, never believed.
package struct RefusedRecord: Sendable {
  /// The transaction id that it claims, empty where it cannot be read.
  package var claimedID = TransactionID.none
  package var claimedOriginalID = OriginalTransactionID.none
  package var claimedProduct = ProductID.none
  /// Names the bytes themselves, so that a finding about them keeps its id.
  package var digest = Text.empty
  /// Why it was refused, in words.
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
