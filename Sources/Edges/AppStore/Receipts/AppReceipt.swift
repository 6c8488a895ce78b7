package import Records

/// What an app receipt says: a customer's purchases as the device was told, at one moment.
///
/// It lists a consumable only until the app has finished it and never one refunded, so it proves
/// presence and never absence (facts 6.6).
package struct AppReceipt: Sendable, Equatable {
  /// Apple's word: `Production`, `ProductionSandbox`, `ProductionVPP`, `ProductionVPPSandbox`,
  /// `Xcode`.
  package let receiptType: String
  package let bundleID: String
  /// When it was made; it says nothing of what came later.
  package let createdAt: Instant
  /// In the order of the receipt, which means nothing.
  package let purchases: [ReceiptPurchase]

  /// The environment that the type belongs to.
  package var environment: String { ReceiptFacts.environment(ofType: receiptType) }
}

/// One purchase of an app receipt (facts 6.8); what the receipt leaves out is nil.
package struct ReceiptPurchase: Sendable, Equatable {
  package internal(set) var transactionID = ""
  /// Absent in Xcode's.
  package internal(set) var originalTransactionID: String?
  /// Of subscriptions alone.
  package internal(set) var lineItemID: String?
  package internal(set) var productID = ""
  package internal(set) var type = ProductType.unknown
  package internal(set) var quantity: Int64?
  package internal(set) var purchaseDate: Instant?
  package internal(set) var originalPurchaseDate: Instant?
  package internal(set) var expiresDate: Instant?
  package internal(set) var revocationDate: Instant?
}
