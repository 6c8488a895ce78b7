import Formats
import Records
import Rules

/// A finding's facts as JSON, by the names that a verdict has for them; times in milliseconds.
enum FindingText {
  static func bytes(_ finding: Finding) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", finding.id)
      writer.member("kind", finding.kind.rawValue)
      writer.member("severity", finding.severity.rawValue)
      writer.member("confirmed", finding.isConfirmed)
      writer.member("storeFresh", finding.isStoreFresh)
      writer.member("environment", finding.environment)
      writer.member("productId", finding.productID)
      writer.member("transactionId", finding.transactionID)
      writer.member("transactionIds", finding.transactionIDs)
      writer.member("originalTransactionId", finding.originalTransactionID)
      writer.member("accountToken", finding.accountToken)
      writer.member("userIds", finding.userIDs)
      writer.member("rows", finding.rows)
      if let paid = finding.quantityPaid { writer.member("quantityPaid", paid) }
      if let granted = finding.quantityGranted { writer.member("quantityGranted", granted) }
      if let amount = finding.amount {
        writer.member("milliunits", amount.milliunits)
        writer.member("currency", amount.currency)
      }
      if let date = finding.purchasedAt { writer.member("purchasedAt", date.milliseconds) }
      writer.member("firstSeen", finding.firstSeen.milliseconds)
      writer.member("evidence", finding.evidence)
      writer.member("suggestion", finding.suggestion)
    }
    return writer.bytes
  }

  /// The finding of these facts; nil if they are not `bytes(_:)` of one.
  static func finding(_ bytes: [UInt8]) -> Finding? {
    var scanner = JSONScanner(bytes)
    guard let facts = (try? scanner.document())?.object, let id = facts["id"]?.string,
      let kind = facts["kind"]?.string.flatMap(FindingKind.init(rawValue:)),
      let severity = facts["severity"]?.string.flatMap(Severity.init(rawValue:)),
      let firstSeen = facts.number("firstSeen")
    else { return nil }
    return Finding(
      id: id, kind: kind, severity: severity, isConfirmed: facts["confirmed"]?.bool == true,
      isStoreFresh: facts["storeFresh"]?.bool == true,
      environment: facts.text("environment"), productID: facts.text("productId"),
      transactionID: facts.text("transactionId"), transactionIDs: facts.texts("transactionIds"),
      originalTransactionID: facts["originalTransactionId"]?.string,
      accountToken: facts["accountToken"]?.string, userIDs: facts.texts("userIds"),
      rows: facts.texts("rows"), quantityPaid: facts.number("quantityPaid").map { Int($0) },
      quantityGranted: facts.number("quantityGranted").map { Int($0) },
      amount: facts.number("milliunits").map {
        Money(milliunits: $0, currency: facts.text("currency"))
      },
      purchasedAt: facts.number("purchasedAt").map { Instant(milliseconds: $0) },
      firstSeen: Instant(milliseconds: firstSeen), evidence: facts.texts("evidence"),
      suggestion: facts.text("suggestion"))
  }
}

extension JSONObject {
  fileprivate func text(_ key: String) -> String { self[key]?.string ?? "" }

  fileprivate func texts(_ key: String) -> [String] { self[key]?.array?.compactMap(\.string) ?? [] }

  fileprivate func number(_ key: String) -> Int64? { self[key]?.number.flatMap { Int64($0) } }
}
