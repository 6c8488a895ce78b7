import Matching
import Reconciliation
import Records
import Reports
import Rules
import Testing

/// Two small books and what is said of them.
struct Specimen {
  var books: Books
  var circumstances: Circumstances

  /// 2026-03-10T03:00:00Z.
  static let asOf = Instant(milliseconds: 1_773_111_600_000)

  static func hours(_ hours: Int64) -> Instant {
    asOf.adding(milliseconds: -hours * Milliseconds.hour)
  }

  init(ledgers: [LedgerShape] = [LedgerShape(name: "orders")]) {
    books = Books(ledgers: ledgers)
    circumstances = Circumstances(
      bundleID: "com.example.game", environment: "Production", asOf: Self.asOf)
    circumstances.isStoreComplete = true
  }

  func text(_ string: String) -> Text {
    var texts = books.texts
    return texts.intern(string)
  }

  /// A purchase of two days ago for 4.990 USD.
  mutating func sell(
    _ id: String, _ product: String = "coins.500", price: Int64? = 4_990, currency: String = "USD",
    with change: (inout StoreRecord, inout TextTable) -> Void = { _, _ in }
  ) {
    var record = StoreRecord()
    record.transactionID = TransactionID(books.texts.intern(id))
    record.originalTransactionID = OriginalTransactionID(books.texts.intern(id))
    record.bundleID = BundleID(books.texts.intern("com.example.game"))
    record.environment = EnvironmentID(books.texts.intern("Production"))
    record.productID = ProductID(books.texts.intern(product))
    record.type = .consumable
    record.ownership = .purchased
    record.quantity = 1
    record.purchaseDate = Self.hours(48)
    record.originalPurchaseDate = Self.hours(48)
    record.statedAt = Self.hours(1)
    record.price = price
    record.currency = books.texts.intern(currency)
    change(&record, &books.texts)
    books.store.add(record)
  }

  /// A granted row of two days ago.
  mutating func grant(
    _ id: String, row: String, to user: String, _ product: String = "coins.500",
    with change: (inout LedgerRow, inout TextTable) -> Void = { _, _ in }
  ) {
    var entry = LedgerRow()
    entry.rowID = RowID(books.texts.intern(row))
    entry.transactionIDAsFound = books.texts.intern(id)
    entry.transactionID = TransactionID(books.texts.intern(id))
    entry.user = UserID(books.texts.intern(user))
    entry.account = UserID(books.texts.intern(user))
    entry.product = ProductID(books.texts.intern(product))
    entry.purchaseTime = Self.hours(48)
    change(&entry, &books.texts)
    books.ledger.add(entry)
  }

  func outcome() throws -> Outcome {
    try Reconciler(circumstances, digest: Fingerprint.digest).reconcile(books)
  }

  func report() throws -> Report {
    try Report(outcome(), Self.run)
  }

  static let run = RunDescription(
    job: "nightly", asOf: asOf, configurationHash: Fingerprint.text(of: Array("a job".utf8)))
}

extension Report {
  /// Both books agree about one purchase.
  static func clean() throws -> Report {
    var specimen = Specimen()
    specimen.sell("2000000403755054")
    specimen.grant("2000000403755054", row: "1", to: "u-1")
    return try specimen.report()
  }
}
