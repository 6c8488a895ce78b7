import Records
import Rules
import Specimens
import Testing

@testable import Matching
@testable import Reconciliation

@Suite struct `a family in a table of access ends` {
  private func record(_ id: String, _ holder: String?, _ texts: inout TextTable) -> StoreRecord {
    var record = StoreRecord()
    record.transactionID = TransactionID(texts.intern(id))
    record.originalTransactionID = OriginalTransactionID(texts.intern("430000000000001"))
    record.bundleID = BundleID(texts.intern("com.example.game"))
    record.environment = EnvironmentID(texts.intern("Production"))
    record.productID = ProductID(texts.intern("gold.monthly"))
    record.type = .autoRenewable
    record.ownership = holder == nil ? .purchased : .familyShared
    record.appTransactionID = AppTransactionID(texts.intern(holder ?? ""))
    record.purchaseDate = Instant.noon.minus(days: 2)
    record.expiresDate = Instant.noon.plus(days: 28)
    record.statedAt = Instant.noon
    return record
  }

  private func row(_ id: String, of user: String, _ texts: inout TextTable) -> LedgerRow {
    var row = LedgerRow()
    row.transactionID = TransactionID(texts.intern(id))
    row.transactionIDAsFound = texts.intern(id)
    row.user = UserID(texts.intern(user))
    row.account = row.user
    row.product = ProductID(texts.intern("gold.monthly"))
    row.purchaseTime = Instant.noon.minus(days: 2)
    row.expiresAt = Instant.noon.plus(days: 28)
    return row
  }

  /// A member's copy may carry the buyer's original id and is a chain of its own all the same.
  @Test(arguments: ["704000000000001", ""])
  func `is no subscription that two accounts share`(_ holder: String) throws {
    var books = Books()
    for (id, holder, user) in [
      ("430000000000001", nil, "buyer"), ("612740550918371588", Optional(holder), "member"),
    ] {
      books.store.add(record(id, holder, &books.texts))
      books.ledger.add(row(id, of: user, &books.texts))
    }
    var circumstances = Circumstances(
      bundleID: "com.example.game", environment: "Production", asOf: .noon)
    circumstances.rules.subscriptions = .entitlement
    circumstances.isStoreComplete = true
    let outcome = try Reconciler(circumstances, digest: toyDigest).reconcile(books)
    #expect(outcome.findings.map(\.kind) == [])
    #expect(outcome.totals.isBalanced)
  }
}
