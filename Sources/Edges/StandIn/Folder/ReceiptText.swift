import Formats
import Records

/// What an app receipt of the stand-in says: a customer's purchases as the device was told.
///
/// Attributes and their numbers are Apple's (facts 6.8). The opaque one, which Apple keeps for
/// itself, names the customer and the world, so that verifyReceipt finds them again.
struct ReceiptText: Sendable, Equatable {
  let customer: String
  let environment: WorldEnvironment

  /// The attribute set that is signed.
  ///
  /// `records` are payloads of transactions; a refunded consumable is in no receipt.
  func content(
    of records: [JSONObject], _ identity: StoreIdentity, at moment: Instant
  ) -> [UInt8] {
    let isProduction = environment == .production
    var attributes: [(Int64, [UInt8])] = [
      (0, DERWriter.text(isProduction ? "Production" : "ProductionSandbox")),
      (1, DERWriter.integer(isProduction ? identity.appAppleID : 0)),
      (2, DERWriter.text(identity.bundleID)), (3, DERWriter.text("1.0")),
      (4, Array("\(environment.rawValue):\(customer)".utf8)),
      (5, [UInt8](repeating: 0, count: 20)), (8, DERWriter.date("")),
      (12, Self.date(moment.milliseconds)), (19, DERWriter.text("1.0")),
    ]
    for record in Self.shown(records) { attributes.append((17, Self.purchase(record))) }
    return Self.set(attributes)
  }

  /// The records that a receipt shows: all but refunded consumables.
  static func shown(_ records: [JSONObject]) -> [JSONObject] {
    records.filter { $0["type"]?.string != "Consumable" || $0["revocationDate"] == nil }
  }

  init(customer: String, environment: WorldEnvironment) {
    self.customer = customer
    self.environment = environment
  }

  /// Reads what `content` wrote; nil for a content that is not the stand-in's.
  init?(content: [UInt8]) {
    guard let opaque = Self.opaque(of: content) else { return nil }
    let parts = String(decoding: opaque, as: UTF8.self).split(separator: ":")
    guard parts.count == 2, let environment = WorldEnvironment(rawValue: String(parts[0])) else {
      return nil
    }
    self.init(customer: String(parts[1]), environment: environment)
  }

  private static func opaque(of content: [UInt8]) -> [UInt8]? {
    var reader = ASN1Reader(content)
    guard let set = try? reader.next(.set), var members = try? reader.inside(set) else {
      return nil
    }
    while !members.isAtEnd {
      guard let member = try? members.next(.sequence), var fields = try? members.inside(member),
        let type = try? fields.integer(), (try? fields.integer()) != nil
      else { return nil }
      if type == 4 { return try? fields.octets() }
    }
    return nil
  }

  /// Standard Base64, as an app sends it.
  static func base64(_ bytes: [UInt8]) -> String {
    Base64.encode(bytes.span, .standard, padded: true)
  }

  private static func purchase(_ record: JSONObject) -> [UInt8] {
    let original = record["originalTransactionId"]?.string
    let lineItem = record["webOrderLineItemId"]?.string.flatMap { Int64($0) }
    return set([
      (1701, DERWriter.integer(number(record, "quantity") ?? 1)),
      (1702, DERWriter.text(record["productId"]?.string ?? "")),
      (1703, DERWriter.text(record["transactionId"]?.string ?? "")),
      (1704, date(number(record, "purchaseDate"))), (1705, DERWriter.text(original ?? "")),
      (1706, date(number(record, "originalPurchaseDate"))),
      (1707, DERWriter.integer(kinds[record["type"]?.string ?? ""] ?? 1)),
      (1708, date(number(record, "expiresDate"))), (1711, DERWriter.integer(lineItem ?? 0)),
      (1712, date(number(record, "revocationDate"))),
      (1713, DERWriter.integer(record["offerType"] == nil ? 0 : 1)),
    ])
  }

  private static let kinds: [String: Int64] = [
    "Non-Consumable": 0, "Consumable": 1, "Non-Renewing Subscription": 2,
    "Auto-Renewable Subscription": 3,
  ]

  private static func number(_ record: JSONObject, _ field: String) -> Int64? {
    record[field]?.number.flatMap { Int64($0) }
  }

  /// Whole seconds; an empty text where there is no date.
  private static func date(_ milliseconds: Int64?) -> [UInt8] {
    DERWriter.date(
      milliseconds.map { Instant(milliseconds: $0 - $0 % Milliseconds.second).text } ?? "")
  }

  private static func set(_ attributes: [(type: Int64, value: [UInt8])]) -> [UInt8] {
    DERWriter.value(
      .set,
      holding: attributes.map { attribute in
        DERWriter.value(
          .sequence,
          holding: [
            DERWriter.integer(attribute.type), DERWriter.integer(1),
            DERWriter.value(.octetString, attribute.value),
          ])
      })
  }
}
