import Formats

/// The fields of an entry of a receipt, as verifyReceipt names them (facts 6.4, 6.7).
enum ReceiptField: String, CaseIterable, FieldName {
  case quantity
  case productID = "product_id"
  case transactionID = "transaction_id"
  case originalTransactionID = "original_transaction_id"
  case lineItemID = "web_order_line_item_id"
  case purchaseDate = "purchase_date"
  case purchaseDateMS = "purchase_date_ms"
  case originalPurchaseDate = "original_purchase_date"
  case originalPurchaseDateMS = "original_purchase_date_ms"
  case expiresDate = "expires_date"
  case expiresDateMS = "expires_date_ms"
  case cancellationDate = "cancellation_date"
  case cancellationDateMS = "cancellation_date_ms"
  case cancellationReason = "cancellation_reason"
  case isUpgraded = "is_upgraded"
  case ownership = "in_app_ownership_type"
  case accountToken = "app_account_token"
  // Of the receipt itself.
  case bundleID = "bundle_id"
  case bid
  case receiptType = "receipt_type"
  case requestDate = "request_date"
  case requestDateMS = "request_date_ms"
  case inApp = "in_app"
  // Of a coming renewal.
  case isInBillingRetry = "is_in_billing_retry_period"
  case gracePeriodExpiresDate = "grace_period_expires_date"
  case gracePeriodExpiresDateMS = "grace_period_expires_date_ms"
  case autoRenewProductID = "auto_renew_product_id"
  // Of the answer.
  case status, environment, receipt
  case latestReceiptInfo = "latest_receipt_info"
  case latestExpiredReceiptInfo = "latest_expired_receipt_info"
  case pendingRenewalInfo = "pending_renewal_info"
  case latestReceipt = "latest_receipt"
  case isRetryable = "is_retryable"
  case isRetryableHyphen = "is-retryable"

  static let names = JSONNames(allCases.map(\.rawValue))
  static let all = allCases

  /// What signed payloads call the same fact.
  var payloadField: PayloadField? {
    switch self {
    case .quantity: .quantity
    case .productID: .productId
    case .transactionID: .transactionId
    case .originalTransactionID: .originalTransactionId
    case .lineItemID: .webOrderLineItemId
    case .purchaseDate, .purchaseDateMS: .purchaseDate
    case .originalPurchaseDate, .originalPurchaseDateMS: .originalPurchaseDate
    case .expiresDate, .expiresDateMS: .expiresDate
    case .cancellationDate, .cancellationDateMS: .revocationDate
    case .cancellationReason: .revocationReason
    case .isUpgraded: .isUpgraded
    case .ownership: .inAppOwnershipType
    case .accountToken: .appAccountToken
    case .bundleID, .bid: .bundleId
    case .requestDate, .requestDateMS: .signedDate
    case .isInBillingRetry: .isInBillingRetryPeriod
    case .gracePeriodExpiresDate, .gracePeriodExpiresDateMS: .gracePeriodExpiresDate
    case .autoRenewProductID: .autoRenewProductId
    case .receiptType, .inApp, .status, .environment, .receipt, .latestReceiptInfo,
      .latestExpiredReceiptInfo, .pendingRenewalInfo, .latestReceipt, .isRetryable,
      .isRetryableHyphen:
      nil
    }
  }

  /// The same date in milliseconds, where this is one in words.
  var inMilliseconds: ReceiptField? {
    switch self {
    case .purchaseDate: .purchaseDateMS
    case .originalPurchaseDate: .originalPurchaseDateMS
    case .expiresDate: .expiresDateMS
    case .cancellationDate: .cancellationDateMS
    case .requestDate: .requestDateMS
    case .gracePeriodExpiresDate: .gracePeriodExpiresDateMS
    default: nil
    }
  }

  /// Whether this is a date of an entry, in whichever form.
  var isDate: Bool {
    switch self {
    case .purchaseDate, .purchaseDateMS, .originalPurchaseDate, .originalPurchaseDateMS,
      .expiresDate, .expiresDateMS, .cancellationDate, .cancellationDateMS, .requestDate,
      .requestDateMS, .gracePeriodExpiresDate, .gracePeriodExpiresDateMS:
      true
    default: false
    }
  }
}
