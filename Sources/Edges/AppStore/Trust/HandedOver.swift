import Formats

/// A signed text as it is handed over: bare, or in the object of an endpoint or a webhook.
enum HandedOver {
  /// The compact JWS in these bytes.
  static func token(in bytes: [UInt8]) throws(Refusal) -> [UInt8] {
    let text = trimmed(bytes)
    if text.isEmpty { throw Refusal(.notCompact, "it is empty") }
    if let old = ReceiptBytes.oldReceipt(text) { throw old }
    guard text.first == UInt8(ascii: "{") else { return Array(text) }
    let fields: ObjectFields<PayloadField>
    do throws(JSONFailure) {
      fields = try ObjectFields(Array(text))
    } catch {
      throw Refusal(.notCompact, "it is neither a compact JWS nor a JSON object: \(error)")
    }
    guard let signed = wrappers.lazy.compactMap({ fields.text($0) }).first else {
      throw Refusal(.notCompact, "it is a JSON object in which nothing is signed")
    }
    return Array(signed.utf8)
  }

  private static let wrappers: [PayloadField] = [
    .signedPayload, .signedTransactionInfo, .signedRenewalInfo, .signedAppTransactionInfo,
  ]

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    var text = bytes[...]
    while let last = text.last, last <= 0x20 { text.removeLast() }
    while let first = text.first, first <= 0x20 { text.removeFirst() }
    return text
  }
}
