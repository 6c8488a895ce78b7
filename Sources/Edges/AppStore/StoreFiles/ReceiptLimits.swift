package import Records

/// What receipts never show, whoever made them.
struct ReceiptLimits {
  private var hasAny = false
  /// When the oldest of the app receipts was made; nil where there is none.
  private(set) var horizon: Instant?

  /// Notes an answer of verifyReceipt.
  mutating func noteAnswer() {
    hasAny = true
  }

  /// Notes an app receipt, which ends where it was made.
  mutating func note(_ receipt: AppReceipt) {
    hasAny = true
    horizon = min(receipt.createdAt, horizon ?? receipt.createdAt)
  }

  /// The limits; no run can see beyond them.
  var limits: [Gap] {
    guard hasAny else { return [] }
    var unseen = Gap(
      nature: .limit,
      reason: "a receipt lists no finished consumable and never shows a refunded one")
    unseen.productType = .consumable
    return [unseen]
  }
}

extension StoreFileSummary {
  /// What files could not show that hold app receipts and nothing else.
  ///
  /// A receipt is about one customer, whom it does not name, up to the moment it was made: that a
  /// purchase is in none of them proves nothing about anybody. Beside other records receipts only
  /// add to what is known.
  package static func limits(of summaries: [StoreFileSummary]) -> [Gap] {
    guard let horizon = summaries.compactMap(\.receiptHorizon).min(),
      summaries.allSatisfy({ $0.recordCount == $0.appReceiptRecordCount })
    else { return [] }
    return [
      Gap(
        nature: .limit,
        reason: "an app receipt shows one customer's purchases until it was made (the oldest here "
          + "\(horizon.text)), and whose they are it does not say")
    ]
  }
}
