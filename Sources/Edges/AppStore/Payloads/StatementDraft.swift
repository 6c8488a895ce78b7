import Formats
package import Records

/// What one object, row or entry of the store says.
package enum Statement: Sendable {
  case transaction(StoreRecord)
  case renewal(RenewalRecord)
}

/// A statement while its fields come in, one by one and in any order.
struct StatementDraft {
  /// The facts of a transaction, as far as they are known.
  var record = StoreRecord()

  private let isLocal: Bool
  private var isInBillingRetry = false
  private var gracePeriodExpiresDate: Instant?
  private var speaksOfRenewal = false

  /// A draft without a fact; `isLocal` where Xcode is asked, which writes dates in its own way.
  init(isLocal: Bool = false) {
    self.isLocal = isLocal
  }

  /// Takes one field; fields that nobody needs are let pass.
  mutating func take(
    _ field: PayloadField, _ form: ValueForm, _ bytes: Span<UInt8>, _ texts: inout TextTable
  ) throws(FieldFailure) {
    // An empty text says as much as absence.
    if form == .text, bytes.isEmpty { return }
    switch field {
    case .transactionId, .originalTransactionId, .previousOriginalTransactionId,
      .webOrderLineItemId, .appTransactionId, .productId, .bundleId, .environment,
      .appAccountToken, .currency, .storefront:
      try takeName(field, form, bytes, &texts)
    case .purchaseDate, .originalPurchaseDate, .expiresDate, .revocationDate, .signedDate,
      .gracePeriodExpiresDate:
      set(field, try form.instant(bytes, isLocal: isLocal))
    default:
      try takeFact(field, form, bytes)
    }
  }

  private mutating func takeName(
    _ field: PayloadField, _ form: ValueForm, _ bytes: Span<UInt8>, _ texts: inout TextTable
  ) throws(FieldFailure) {
    switch field {
    case .transactionId:
      record.transactionID = TransactionID(try form.identifier(bytes, &texts))
    case .originalTransactionId:
      record.originalTransactionID = OriginalTransactionID(try form.identifier(bytes, &texts))
    case .previousOriginalTransactionId:
      record.previousOriginalTransactionID = OriginalTransactionID(
        try form.identifier(bytes, &texts))
    case .webOrderLineItemId:
      // Xcode and receipts write 0 where there is none.
      guard !bytes.reads("0") else { return }
      record.lineItemID = LineItemID(try form.identifier(bytes, &texts))
    case .appTransactionId:
      record.appTransactionID = AppTransactionID(try form.identifier(bytes, &texts))
    case .productId: record.productID = ProductID(try form.text(bytes, &texts))
    case .bundleId: record.bundleID = BundleID(try form.text(bytes, &texts))
    case .environment: record.environment = EnvironmentID(try form.text(bytes, &texts))
    case .appAccountToken: record.accountToken = AccountToken(try form.uuid(bytes, &texts))
    case .currency: record.currency = try form.text(bytes, &texts)
    case .storefront: record.storefront = try form.text(bytes, &texts)
    default: break
    }
  }

  /// Sets a date that is known already, or clears it.
  mutating func set(_ field: PayloadField, _ date: Instant?) {
    switch field {
    case .purchaseDate: record.purchaseDate = date
    case .originalPurchaseDate: record.originalPurchaseDate = date
    case .expiresDate: record.expiresDate = date
    case .revocationDate: record.revocationDate = date
    case .signedDate: record.statedAt = date
    case .gracePeriodExpiresDate: gracePeriodExpiresDate = date
    default: break
    }
  }

  private mutating func takeFact(
    _ field: PayloadField, _ form: ValueForm, _ bytes: Span<UInt8>
  ) throws(FieldFailure) {
    switch field {
    case .type: record.type = ProductType(word: bytes)
    case .inAppOwnershipType: record.ownership = Ownership(word: bytes)
    case .transactionReason: record.reason = TransactionReason(word: bytes)
    case .isUpgraded: record.isUpgraded = try form.truth(bytes)
    case .quantity: record.quantity = try Self.quantity(form, bytes)
    case .price: record.price = try Self.price(form, bytes)
    case .revocationReason: record.revocationReason = Int32(exactly: try form.integer(bytes))
    case .revocationPercentage: record.revocationPercentage = try Self.percentage(form, bytes)
    case .isInBillingRetryPeriod: isInBillingRetry = try form.truth(bytes)
    case .autoRenewProductId, .autoRenewStatus: speaksOfRenewal = true
    default: break
    }
  }

  private static func quantity(
    _ form: ValueForm, _ bytes: Span<UInt8>
  ) throws(FieldFailure) -> Int32 {
    let value = try form.integer(bytes)
    guard (0...quantityLimit).contains(value) else {
      throw form.failure(bytes, "is no quantity that the store sells")
    }
    return Int32(value)
  }

  private static func price(
    _ form: ValueForm, _ bytes: Span<UInt8>
  ) throws(FieldFailure) -> Int64 {
    let value = try form.integer(bytes)
    guard (0...priceLimit).contains(value) else {
      throw form.failure(bytes, "is no price that the store asks (thousandths of the currency)")
    }
    return value
  }

  private static func percentage(
    _ form: ValueForm, _ bytes: Span<UInt8>
  ) throws(FieldFailure) -> Int32 {
    let value = try form.integer(bytes)
    guard (0...100_000).contains(value) else {
      throw form.failure(bytes, "is no part of a price (thousandths of a percent)")
    }
    return Int32(value)
  }

  /// Ten at once is Apple's limit, and seats are sold by the thousand at most.
  private static let quantityLimit: Int64 = 1_000_000
  /// Ten thousand million units; the dearest product costs some 260 million dong.
  private static let priceLimit: Int64 = 10_000_000_000_000

  /// What the fields amount to: a transaction if they name one, else what comes next in a chain.
  func statement() throws(FieldFailure) -> Statement {
    if !record.transactionID.isNone { return .transaction(record) }
    // A purchase date belongs to a transaction, and this one has lost its id.
    guard let renewal, speaksOfRenewal || record.purchaseDate == nil else {
      let field = speaksOfRenewal ? PayloadField.originalTransactionId : .transactionId
      throw FieldFailure(field: field.rawValue, value: "", reason: "is missing")
    }
    return .renewal(renewal)
  }

  /// What comes next in the chain; nil where none is named.
  var renewal: RenewalRecord? {
    guard !record.originalTransactionID.isNone else { return nil }
    var renewal = RenewalRecord()
    renewal.originalTransactionID = record.originalTransactionID
    renewal.environment = record.environment
    renewal.isInBillingRetry = isInBillingRetry
    renewal.gracePeriodExpiresDate = gracePeriodExpiresDate
    renewal.statedAt = record.statedAt
    return renewal
  }
}
