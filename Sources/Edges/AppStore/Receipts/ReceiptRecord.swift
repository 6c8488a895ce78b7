package import Reconciliation
package import Records

/// One statement of a receipt as it can be remembered: a payload like a signed one's, and the names
/// that it is filed under.
///
/// `PayloadReader` reads the payload back as the same statement; its `signedDate` is when the
/// statement was made. Where it came from is the caller's to keep.
package struct ReceiptRecord: Sendable, Equatable {
  /// A transaction or a renewal, never a refused one.
  package let kind: PulledRecord.Kind
  /// JSON in Apple's field names.
  package let payload: [UInt8]
  /// Empty for a renewal.
  package let transactionID: String
  /// Empty where the receipt has none, as Xcode's.
  package let originalTransactionID: String
  package let bundleID: String
  package let environment: String
  /// When the statement was made, in UNIX milliseconds; nil where the source does not say.
  package let signedAt: Int64?

  init(_ statement: Statement, bundleID: BundleID, _ texts: TextTable) {
    payload = StatementText.json(of: statement, texts)
    switch statement {
    case .transaction(let record):
      kind = .transaction
      transactionID = texts.string(record.transactionID.text)
      originalTransactionID = texts.string(record.originalTransactionID.text)
      self.bundleID = texts.string(record.bundleID.text)
      environment = texts.string(record.environment.text)
      signedAt = record.statedAt?.milliseconds
    case .renewal(let renewal):
      kind = .renewal
      transactionID = ""
      originalTransactionID = texts.string(renewal.originalTransactionID.text)
      self.bundleID = texts.string(bundleID.text)
      environment = texts.string(renewal.environment.text)
      signedAt = renewal.statedAt?.milliseconds
    }
  }
}

extension VerifiedReceipt {
  /// The purchases as records of the store, stated when the receipt was made.
  ///
  /// Xcode's own count as unsigned.
  package func records(_ texts: inout TextTable) -> [StoreRecord] {
    let bundle = BundleID(texts.intern(receipt.bundleID))
    let environment = EnvironmentID(texts.intern(receipt.environment))
    return receipt.purchases.map { purchase in
      var record = purchase.record(&texts)
      record.bundleID = bundle
      record.environment = environment
      record.statedAt = receipt.createdAt
      record.origin = isSigned ? .appReceipt : .unsignedFile
      return record
    }
  }

  /// The purchases as they can be remembered.
  package func remembered() -> [ReceiptRecord] {
    var texts = TextTable()
    return records(&texts).map {
      ReceiptRecord(.transaction($0), bundleID: $0.bundleID, texts)
    }
  }
}

extension ReceiptPurchase {
  fileprivate func record(_ texts: inout TextTable) -> StoreRecord {
    var record = StoreRecord()
    record.transactionID = TransactionID(texts.intern(transactionID))
    record.originalTransactionID = OriginalTransactionID(texts.intern(originalTransactionID ?? ""))
    record.lineItemID = LineItemID(texts.intern(lineItemID ?? ""))
    record.productID = ProductID(texts.intern(productID))
    record.type = type
    record.quantity = quantity.flatMap { Int32(exactly: $0) } ?? 0
    record.purchaseDate = purchaseDate
    record.originalPurchaseDate = originalPurchaseDate
    record.expiresDate = expiresDate
    record.revocationDate = revocationDate
    return record
  }
}
