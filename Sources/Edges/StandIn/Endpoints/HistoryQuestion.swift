import Microhttpd
import Records

/// The filters of a history call, checked (facts 2.3).
struct HistoryQuestion: Sendable, Equatable {
  var isDescending = false
  /// SQL over the versions `v`; holds numbers and quoted texts only.
  var condition = "1"

  /// No filter at all.
  static let everything = HistoryQuestion(condition: "1")
  /// What was refunded, and stays so.
  static let refunds = HistoryQuestion(
    condition: """
      json_extract(v.payload, '$.revocationDate') IS NOT NULL
      AND json_extract(v.payload, '$.revocationType') <> 'FAMILY_REVOKE'
      """)

  init(condition: String) {
    self.condition = condition
  }

  init(_ request: IncomingRequest) throws(Refusal) {
    for field in request.query where field.name != "revision" {
      try take(field.name, values(field.name, of: request))
    }
  }

  private mutating func take(_ name: String, _ values: [String]) throws(Refusal) {
    guard let value = values.first else { return }
    switch name {
    case "startDate": try require("purchaseDate", ">=", value, orElse: .invalidStartDate)
    case "endDate": try require("purchaseDate", "<", value, orElse: .invalidEndDate)
    case "productId": require("productId", isOneOf: values)
    case "subscriptionGroupIdentifier": require("subscriptionGroupIdentifier", isOneOf: values)
    case "productType":
      let words = values.compactMap { Self.typeWords[$0] }
      guard words.count == values.count else { throw .invalidProductType }
      require("type", isOneOf: words)
    case "inAppOwnershipType":
      guard ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"].contains(value) else {
        throw .invalidOwnership
      }
      require("inAppOwnershipType", isOneOf: [value])
    case "sort":
      guard ["ASCENDING", "DESCENDING"].contains(value) else { throw .invalidSort }
      isDescending = value == "DESCENDING"
    case "revoked":
      guard ["true", "false"].contains(value) else { throw .invalidRevoked }
      let isWanted = value == "true" ? "NOT NULL" : "NULL"
      condition += " AND \(Self.fact("revocationDate")) IS \(isWanted)"
    default: break
    }
  }

  private mutating func require(
    _ name: String, _ comparison: String, _ value: String, orElse refusal: Refusal
  ) throws(Refusal) {
    guard let number = Int64(value) else { throw refusal }
    condition += " AND \(Self.fact(name)) \(comparison) \(number)"
  }

  private mutating func require(_ name: String, isOneOf values: [String]) {
    let quoted = values.map { value in
      "'" + value.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }
    condition += " AND \(Self.fact(name)) IN (\(quoted.joined(separator: ",")))"
  }

  private func values(_ name: String, of request: IncomingRequest) -> [String] {
    request.query.filter { $0.name == name }.map(\.value)
  }

  private static func fact(_ name: String) -> String { "json_extract(v.payload, '$.\(name)')" }

  private static let typeWords = [
    "AUTO_RENEWABLE": "Auto-Renewable Subscription", "NON_RENEWABLE": "Non-Renewing Subscription",
    "CONSUMABLE": "Consumable", "NON_CONSUMABLE": "Non-Consumable",
  ]
}
