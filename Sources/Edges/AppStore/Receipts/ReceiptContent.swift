import Formats
import Records

/// Reads what was signed: a set of attributes, each a number, a version and a value in ASN.1 of its
/// own; a purchase is such a set again (facts 6.8).
struct ReceiptContent {
  private var receiptType: String?
  private var bundleID: String?
  private var createdAt: Instant?
  private var purchases: [ReceiptPurchase] = []

  /// Reads the receipt in these bytes, which nobody needs to have verified yet.
  static func read(_ bytes: [UInt8]) throws(Refusal) -> AppReceipt {
    var content = ReceiptContent()
    do throws(ASN1Failure) {
      try Self.attributes(in: bytes) { (type, value) throws(ASN1Failure) in
        try content.take(type, value)
      }
    } catch {
      throw Refusal(.badPayload, "its content cannot be read: \(error)")
    }
    guard let receiptType = content.receiptType, let bundleID = content.bundleID else {
      throw Refusal(
        .badPayload, "its content names no \(content.receiptType == nil ? "type" : "bundle")")
    }
    guard let createdAt = content.createdAt else {
      throw Refusal(
        .noSignedDate, "nothing in it says when it was made, so its certificates cannot be judged")
    }
    return AppReceipt(
      receiptType: receiptType, bundleID: bundleID, createdAt: createdAt,
      purchases: content.purchases)
  }

  private mutating func take(_ type: Int64, _ value: [UInt8]) throws(ASN1Failure) {
    switch type {
    case 0: receiptType = try Self.only(receiptType, Self.text(value), "type")
    case 2: bundleID = try Self.only(bundleID, Self.text(value), "bundle")
    case 12:
      guard let date = try Self.date(value) else { return }
      createdAt = try Self.only(createdAt, date, "creation date")
    case 17: purchases.append(try Self.purchase(value))
    default: break
    }
  }

  /// Two answers to one question are none.
  private static func only<Value>(
    _ known: Value?, _ found: Value, _ what: String
  ) throws(ASN1Failure) -> Value {
    guard known == nil else { throw ASN1Failure("it states its \(what) twice", at: 0) }
    return found
  }

  private static func purchase(_ value: [UInt8]) throws(ASN1Failure) -> ReceiptPurchase {
    var purchase = ReceiptPurchase()
    try attributes(in: value) { (type, value) throws(ASN1Failure) in
      switch type {
      case 1701: purchase.quantity = try quantity(value)
      case 1702: purchase.productID = try text(value)
      case 1703: purchase.transactionID = try identifier(value)
      case 1704: purchase.purchaseDate = try date(value)
      case 1705: purchase.originalTransactionID = try named(identifier(value))
      case 1706: purchase.originalPurchaseDate = try date(value)
      case 1707: purchase.type = productType(try number(value))
      case 1708: purchase.expiresDate = try date(value)
      case 1711: purchase.lineItemID = try lineItem(value)
      case 1712: purchase.revocationDate = try date(value)
      default: break
      }
    }
    guard !purchase.transactionID.isEmpty else {
      throw ASN1Failure("a purchase has no transaction id", at: 0)
    }
    return purchase
  }

  /// Hands over every attribute of a set that fills these bytes.
  private static func attributes(
    in bytes: [UInt8], _ take: (Int64, [UInt8]) throws(ASN1Failure) -> Void
  ) throws(ASN1Failure) {
    var reader = ASN1Reader(bytes)
    let set = try reader.next(.set)
    try reader.finish()
    var members = try reader.inside(set)
    while !members.isAtEnd {
      let member = try members.next(.sequence)
      var fields = try members.inside(member)
      let type = try fields.integer()
      _ = try fields.integer()
      let value = try fields.octets()
      try fields.finish()
      try take(type, value)
    }
  }

  private static func text(_ value: [UInt8]) throws(ASN1Failure) -> String {
    var reader = ASN1Reader(value)
    let text = try reader.text()
    try reader.finish()
    return text
  }

  private static func number(_ value: [UInt8]) throws(ASN1Failure) -> Int64 {
    var reader = ASN1Reader(value)
    let number = try reader.integer()
    try reader.finish()
    return number
  }

  /// What could not be read back from a payload is refused here, where it can be named.
  private static func identifier(_ value: [UInt8]) throws(ASN1Failure) -> String {
    let text = try text(value)
    let bytes = Array(text.utf8)
    guard !bytes.span.looksRounded else {
      throw ASN1Failure("an id is a rounded number", at: 0)
    }
    return text
  }

  private static func quantity(_ value: [UInt8]) throws(ASN1Failure) -> Int64 {
    let quantity = try number(value)
    guard (0...1_000_000).contains(quantity) else {
      throw ASN1Failure("a quantity makes no sense", at: 0)
    }
    return quantity
  }

  private static func named(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// 0 stands where there is none.
  private static func lineItem(_ value: [UInt8]) throws(ASN1Failure) -> String? {
    let number = try number(value)
    return number == 0 ? nil : String(number)
  }

  /// RFC 3339, or an empty text; Xcode writes its offset without the colon.
  private static func date(_ value: [UInt8]) throws(ASN1Failure) -> Instant? {
    let text = try text(value)
    guard !text.isEmpty else { return nil }
    do throws(TimeFailure) {
      return Instant(milliseconds: try TimeText.instant(text))
    } catch {
      throw ASN1Failure("a date cannot be read: \(error)", at: 0)
    }
  }

  private static func productType(_ number: Int64) -> ProductType {
    switch number {
    case 0: .nonConsumable
    case 1: .consumable
    case 2: .nonRenewing
    case 3: .autoRenewable
    default: .unknown
    }
  }
}
