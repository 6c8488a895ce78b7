package import Records

/// Everything the store said, kept in columns: one place in each array for each record read.
///
/// Readers push records in; nothing hands the whole book out again.
package struct StoreBook: Sendable {
  var transactionID: [TransactionID] = []
  var originalTransactionID: [OriginalTransactionID] = []
  var lineItemID: [LineItemID] = []
  var appTransactionID: [AppTransactionID] = []
  var bundleID: [BundleID] = []
  var environment: [EnvironmentID] = []
  var productID: [ProductID] = []
  var accountToken: [AccountToken] = []
  var type: [ProductType] = []
  var ownership: [Ownership] = []
  var reason: [TransactionReason] = []
  var origin: [Origin] = []
  var isUpgraded: [Bool] = []
  var isFresh: [Bool] = []
  var quantity: [Int32] = []
  var purchaseDate: [Moment] = []
  var originalPurchaseDate: [Moment] = []
  var expiresDate: [Moment] = []
  var revocationDate: [Moment] = []
  var statedAt: [Moment] = []
  var price: [Int64] = []
  var currency: [Text] = []
  var storefront: [Text] = []
  /// The migrations, which are rare: from a record's place to the id before it.
  var previousOriginalTransactionID: [Int: OriginalTransactionID] = [:]
  /// What is known of refunds, which are rare, by a record's place.
  var revocationDetail: [Int: RevocationDetail] = [:]

  /// What the store says about coming periods.
  package private(set) var renewals: [RenewalRecord] = []
  /// What failed its signature.
  package private(set) var refused: [RefusedRecord] = []
  /// What the readers counted on the way in.
  package private(set) var intake = Intake()

  /// An empty book.
  package init() {}

  /// The number of records read, the refused ones included.
  package var readCount: Int { transactionID.count + refused.count }

  /// The number of records that can be judged.
  package var count: Int { transactionID.count }

  /// Adds one record.
  package mutating func add(_ record: StoreRecord) {
    if !record.previousOriginalTransactionID.isNone {
      previousOriginalTransactionID[count] = record.previousOriginalTransactionID
    }
    if record.revocationReason != nil || record.revocationPercentage != nil {
      revocationDetail[count] = RevocationDetail(
        reason: record.revocationReason, percentage: record.revocationPercentage)
    }
    intake.countOne()
    intake.add(record.price, record.currency)
    transactionID.append(record.transactionID)
    originalTransactionID.append(record.originalTransactionID)
    lineItemID.append(record.lineItemID)
    appTransactionID.append(record.appTransactionID)
    bundleID.append(record.bundleID)
    environment.append(record.environment)
    productID.append(record.productID)
    accountToken.append(record.accountToken)
    type.append(record.type)
    ownership.append(record.ownership)
    reason.append(record.reason)
    origin.append(record.origin)
    addFacts(of: record)
  }

  private mutating func addFacts(of record: StoreRecord) {
    isUpgraded.append(record.isUpgraded)
    isFresh.append(record.isFresh)
    quantity.append(record.quantity)
    purchaseDate.append(Moment(record.purchaseDate))
    originalPurchaseDate.append(Moment(record.originalPurchaseDate))
    expiresDate.append(Moment(record.expiresDate))
    revocationDate.append(Moment(record.revocationDate))
    statedAt.append(Moment(record.statedAt))
    price.append(record.price ?? .min)
    currency.append(record.currency)
    storefront.append(record.storefront)
  }

  /// Adds one statement about the next period of a chain.
  package mutating func add(_ renewal: RenewalRecord) {
    renewals.append(renewal)
  }

  /// Adds a record whose signature did not hold.
  package mutating func add(_ record: RefusedRecord) {
    intake.countOne()
    refused.append(record)
  }

  /// The price of a record, if it has one.
  func money(_ record: Int) -> (milliunits: Int64, currency: Text)? {
    price[record] == .min ? nil : (price[record], currency[record])
  }
}

/// Why a transaction was revoked, and how much of its price came back.
struct RevocationDetail: Sendable, Equatable {
  let reason: Int32?
  let percentage: Int32?
}

/// A moment in a column: eight bytes, of which one value means that it is not known.
struct Moment: Hashable, Sendable {
  private let milliseconds: Int64

  init(_ instant: Instant?) {
    milliseconds = instant?.milliseconds ?? .min
  }

  var instant: Instant? {
    milliseconds == .min ? nil : Instant(milliseconds: milliseconds)
  }

  var isKnown: Bool { milliseconds != .min }
}

/// Counts and sums taken while a book is filled, to be held against those of the verdict.
package struct Intake: Sendable, Equatable {
  /// The rows that came in.
  package fileprivate(set) var count = 0
  /// The money that came in, in thousandths by currency.
  package fileprivate(set) var money: [Text: Int64] = [:]

  mutating func add(_ milliunits: Int64?, _ currency: Text) {
    guard let milliunits else { return }
    // Wraps, as the sum on the way out does: an absurd price must not stop a run.
    money[currency, default: 0] &+= milliunits
  }

  mutating func countOne() {
    count += 1
  }
}
