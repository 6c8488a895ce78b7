import Formats
package import Records

/// Writes what a statement says as a payload in Apple's own field names, so that what nobody signed
/// as JSON can be remembered like what was.
///
/// `PayloadReader` reads the same statement back; only where it came from is not in it. When the
/// statement was made becomes `signedDate`.
package enum StatementText {
  /// The payload of a statement.
  package static func json(of statement: Statement, _ texts: TextTable) -> [UInt8] {
    switch statement {
    case .transaction(let record): json(of: record, texts)
    case .renewal(let renewal): json(of: renewal, texts)
    }
  }

  /// The payload of a transaction.
  package static func json(of record: StoreRecord, _ texts: TextTable) -> [UInt8] {
    var text = FieldText(texts, environment: record.environment)
    text.add(.transactionId, record.transactionID)
    text.add(.originalTransactionId, record.originalTransactionID)
    text.add(.previousOriginalTransactionId, record.previousOriginalTransactionID)
    text.add(.webOrderLineItemId, record.lineItemID)
    text.add(.appTransactionId, record.appTransactionID)
    text.add(.bundleId, record.bundleID)
    text.add(.environment, record.environment)
    text.add(.productId, record.productID)
    text.add(.appAccountToken, record.accountToken)
    text.add(.type, record.type.payloadWord)
    text.add(.inAppOwnershipType, record.ownership.payloadWord)
    text.add(.transactionReason, record.reason.payloadWord)
    if record.isUpgraded { text.add(.isUpgraded, true) }
    if record.quantity != 0 { text.add(.quantity, record.quantity) }
    text.add(.purchaseDate, record.purchaseDate)
    text.add(.originalPurchaseDate, record.originalPurchaseDate)
    text.add(.expiresDate, record.expiresDate)
    text.add(.revocationDate, record.revocationDate)
    text.add(.revocationReason, record.revocationReason)
    text.add(.revocationPercentage, record.revocationPercentage)
    text.add(.price, record.price)
    text.add(.currency, name: record.currency)
    text.add(.storefront, name: record.storefront)
    text.add(.signedDate, record.statedAt)
    return text.finished()
  }

  /// The payload of what comes next in a chain.
  package static func json(of renewal: RenewalRecord, _ texts: TextTable) -> [UInt8] {
    var text = FieldText(texts, environment: renewal.environment)
    text.add(.originalTransactionId, renewal.originalTransactionID)
    text.add(.environment, renewal.environment)
    text.add(.isInBillingRetryPeriod, renewal.isInBillingRetry)
    text.add(.gracePeriodExpiresDate, renewal.gracePeriodExpiresDate)
    text.add(.signedDate, renewal.statedAt)
    return text.finished()
  }
}

/// One object under construction; what is absent is left out, as Apple does.
private struct FieldText {
  private var writer = JSONWriter(.compact)
  private var members: [(field: PayloadField, literal: String)] = []
  private let texts: TextTable
  private let isLocal: Bool

  init(_ texts: TextTable, environment: EnvironmentID) {
    self.texts = texts
    isLocal = LocalEnvironment.contains(texts.string(environment.text))
  }

  mutating func add<Kind>(_ field: PayloadField, _ id: Identifier<Kind>) {
    add(field, name: id.text)
  }

  mutating func add(_ field: PayloadField, name: Text) {
    if !name.isEmpty { add(field, texts.string(name)) }
  }

  mutating func add(_ field: PayloadField, _ text: String?) {
    if let text { members.append((field, JSONWriter.quoted(text))) }
  }

  mutating func add(_ field: PayloadField, _ truth: Bool) {
    members.append((field, truth ? "true" : "false"))
  }

  mutating func add(_ field: PayloadField, _ number: (some FixedWidthInteger)?) {
    if let number { members.append((field, String(number))) }
  }

  /// A date that could not be read back says nothing, and would spoil the whole payload.
  mutating func add(_ field: PayloadField, _ date: Instant?) {
    guard let date, ValueForm.isReadable(date, isLocal: isLocal) else { return }
    members.append((field, String(date.milliseconds)))
  }

  mutating func finished() -> [UInt8] {
    writer.object { writer in
      for (field, literal) in members {
        writer.key(field.rawValue)
        writer.raw(literal)
      }
    }
    return writer.bytes
  }
}
