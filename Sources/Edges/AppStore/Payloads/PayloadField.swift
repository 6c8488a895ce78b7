import Formats

/// The fields of Apple's payloads that anybody here reads, by Apple's names (facts 4).
enum PayloadField: String, CaseIterable, FieldName {
  // Transactions.
  case transactionId, originalTransactionId, previousOriginalTransactionId, webOrderLineItemId
  case appTransactionId, bundleId, environment, productId, appAccountToken
  case type, inAppOwnershipType, transactionReason, isUpgraded, quantity
  case purchaseDate, originalPurchaseDate, expiresDate, revocationDate, signedDate
  case revocationReason, revocationPercentage
  case price, currency, storefront
  // Renewal info.
  case autoRenewProductId, autoRenewStatus, isInBillingRetryPeriod, gracePeriodExpiresDate
  // Notifications.
  case notificationUUID, notificationType, subtype, data, appData, summary, externalPurchaseToken,
    externalPurchaseId
  // App transactions.
  case receiptType, receiptCreationDate, appAppleId
  // Answers of Apple's endpoints, and the feed's.
  case signedPayload, signedTransactionInfo, signedRenewalInfo, signedAppTransactionInfo
  case signedTransactions, transactions, notificationHistory, lastTransactions
  // Answers of verifyReceipt.
  case status, receipt
  case latestReceiptInfo = "latest_receipt_info"
  case latestExpiredReceiptInfo = "latest_expired_receipt_info"

  static let names = JSONNames(allCases.map(\.rawValue))
  static let all = allCases
}

/// A closed set of field names that can be told apart without making strings.
protocol FieldName: Equatable, Sendable, RawRepresentable<String> {
  /// The names, in the order of `all`.
  static var names: JSONNames { get }
  /// The fields; the number of a name is its place here.
  static var all: [Self] { get }
}
