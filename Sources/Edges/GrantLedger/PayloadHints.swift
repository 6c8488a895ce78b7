import Formats

/// What a payload kept beside an order says; nobody has verified it.
///
/// It may be a decoded transaction, with Apple's names in one word, or an entry of a receipt.
struct PayloadHints: Equatable {
  private(set) var transactionID: String?
  private(set) var lineItemID: String?
  private(set) var accountToken: String?
  private(set) var quantity: Int32?

  private static let names = JSONNames([
    "transactionId", "transaction_id", "webOrderLineItemId", "web_order_line_item_id",
    "appAccountToken", "app_account_token", "quantity",
  ])

  /// The hints in a text, none if it is no object; nil if it is no JSON.
  init?(_ bytes: [UInt8]) {
    var scanner = JSONScanner(bytes)
    do throws(JSONFailure) {
      if try scanner.peekKind() == .object {
        var object = try scanner.openObject()
        while let member = try scanner.nextMember(of: &object) {
          guard let name = Self.names.index(of: member.key, in: scanner) else { continue }
          take(member.value, as: name, from: scanner)
        }
      } else {
        _ = try scanner.nextValue()
      }
      try scanner.finish()
    } catch {
      return nil
    }
  }

  private mutating func take(_ value: JSONToken, as name: Int, from scanner: JSONScanner) {
    guard value.kind == .string || value.kind == .number else { return }
    let text = scanner.text(of: value)
    guard !text.isEmpty else { return }
    switch name {
    case 0, 1: transactionID = text
    case 2, 3: lineItemID = text
    case 4, 5: accountToken = text
    default:
      let digits = Array(text.utf8)
      quantity = GrantLedger.quantity(in: digits.span)
    }
  }
}
