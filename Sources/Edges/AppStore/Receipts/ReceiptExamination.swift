import Formats
import Records

extension ReceiptVerifier {
  /// Looks at one receipt for the `verify` command.
  func examine(
    _ bytes: [UInt8], _ wanted: DocumentKind?, _ expectations: Expectations
  ) throws(Refusal) -> Examination {
    if let wanted, wanted != .receipt {
      throw Refusal(.wrongKind, "it is \(DocumentKind.receipt.words) and not \(wanted.words)")
    }
    let receipt = try verify(bytes).receipt
    try expectations.require(Belonging(receipt), of: .receipt)
    return .valid(
      kind: .receipt, payload: String(decoding: receipt.json, as: UTF8.self),
      environment: receipt.environment)
  }
}

extension AppReceipt {
  /// The receipt as one object, in the field names of Apple's signed payloads.
  package var json: [UInt8] {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("receiptType", receiptType)
      writer.member("bundleId", bundleID)
      writer.member("environment", environment)
      writer.member("receiptCreationDate", createdAt.milliseconds)
      writer.key("purchases")
      writer.array { writer in
        for purchase in purchases {
          writer.object { writer in purchase.write(to: &writer) }
        }
      }
    }
    return writer.bytes
  }
}

extension ReceiptPurchase {
  /// Writes the fields of the purchase, and none that the receipt leaves out.
  func write(to writer: inout JSONWriter) {
    let texts: [(PayloadField, String?)] = [
      (.transactionId, transactionID), (.originalTransactionId, originalTransactionID),
      (.webOrderLineItemId, lineItemID), (.productId, productID), (.type, type.payloadWord),
    ]
    for (field, text) in texts { writer.member(field.rawValue, text) }
    if let quantity { writer.member(PayloadField.quantity.rawValue, quantity) }
    let dates: [(PayloadField, Instant?)] = [
      (.purchaseDate, purchaseDate), (.originalPurchaseDate, originalPurchaseDate),
      (.expiresDate, expiresDate), (.revocationDate, revocationDate),
    ]
    for (field, date) in dates {
      if let date { writer.member(field.rawValue, date.milliseconds) }
    }
  }
}
