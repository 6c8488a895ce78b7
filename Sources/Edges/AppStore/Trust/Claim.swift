import Formats

/// What an unverified text says it is about; empty where it cannot be read.
///
/// It serves to name what was refused, and nothing else.
package struct Claim: Equatable, Sendable {
  package var transactionID = ""
  package var originalTransactionID = ""
  package var productID = ""

  /// A claim of nothing.
  package init() {}

  /// Reads what a compact JWS says, as far as it can be read; a notification says what the
  /// transaction inside it says.
  init(token: [UInt8]) {
    guard let fields = Self.payload(of: token) else {
      self.init()
      return
    }
    self.init(fields)
  }

  /// What a payload says.
  init(_ fields: ObjectFields<PayloadField>) {
    if let data = fields.token(.data), data.kind == .object,
      let inner = try? ObjectFields<PayloadField>(data, in: fields.scanner),
      let signed = inner.text(.signedTransactionInfo),
      let transaction = Self.payload(of: Array(signed.utf8))
    {
      self.init(flat: transaction)
    } else {
      self.init(flat: fields)
    }
  }

  /// What a receipt says, where it is about one purchase.
  init(_ receipt: AppReceipt) {
    guard receipt.purchases.count == 1 else { return }
    transactionID = Self.short(receipt.purchases[0].transactionID)
    originalTransactionID = Self.short(receipt.purchases[0].originalTransactionID)
    productID = Self.short(receipt.purchases[0].productID)
  }

  private init(flat fields: ObjectFields<PayloadField>) {
    transactionID = Self.short(fields.text(.transactionId))
    originalTransactionID = Self.short(fields.text(.originalTransactionId))
    productID = Self.short(fields.text(.productId))
  }

  private static func payload(of token: [UInt8]) -> ObjectFields<PayloadField>? {
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 2, token.count <= CompactToken.byteLimit else { return nil }
    guard
      let json = try? Base64.decode(Array(parts[1]).span, .url, padding: .optional)
    else { return nil }
    return try? ObjectFields(json)
  }

  /// Anybody can claim a megabyte of id.
  private static func short(_ text: String?) -> String {
    guard let text, text.utf8.count <= idByteLimit else { return "" }
    return text
  }

  private static let idByteLimit = 256
}
