import Matching
import Records

/// What the ledgers' shape cannot show, which is said and never counted as zero.
enum ShapeMessages {
  static func messages(_ ledgers: [LedgerShape], hasCredits: Bool) -> [String] {
    guard !hasCredits else { return [] }
    return ledgers.filter(\.hasUniqueTransactionIDs).map { ledger in
      "ledger \(ledger.name): double grants by the same id: not observable, `transaction_id` is "
        + "unique and no credit log was given"
    }
  }
}
