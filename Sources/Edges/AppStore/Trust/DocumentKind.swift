/// What a signed text is.
package enum DocumentKind: String, Sendable, CaseIterable {
  case transaction, renewal, notification
  case appTransaction = "app-transaction"
  /// An app receipt in PKCS#7 form; an answer of verifyReceipt is none.
  case receipt

  /// What a payload is, judged by the fields that only one kind has; nil where none is there.
  init?(_ fields: ObjectFields<PayloadField>) {
    if fields.has(.notificationUUID) {
      self = .notification
    } else if fields.has(.transactionId) {
      self = .transaction
    } else if fields.has(.autoRenewProductId) || fields.has(.autoRenewStatus) {
      self = .renewal
    } else if fields.has(.receiptType) {
      self = .appTransaction
    } else {
      return nil
    }
  }

  /// The kind in words, with its article.
  package var words: String {
    switch self {
    case .transaction: "a transaction"
    case .renewal: "a renewal info"
    case .notification: "a notification"
    case .appTransaction: "an app transaction"
    case .receipt: "an app receipt"
    }
  }
}
