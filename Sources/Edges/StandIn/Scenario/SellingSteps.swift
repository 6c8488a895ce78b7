import Records

// What the customer does in the store.
extension StoryTeller {
  mutating func buy(_ purchase: Step.Purchase) throws(ScenarioFailure) {
    let moment = moment(purchase.ago)
    let id = newID(purchase)
    let isPeriodic = purchase.product.type == .autoRenewable
    var sale = SoldTransaction(
      transactionID: id, originalTransactionID: id,
      bundleID: purchase.bundleID ?? bundleID, product: purchase.product, purchaseDate: moment,
      // A subscription's first charge is a second older than its beginning (facts 4.1).
      originalPurchaseDate: moment.adding(milliseconds: isPeriodic ? Milliseconds.second : 0),
      environment: purchase.environment, storefront: storefront,
      appTransactionID: mint.appTransactionID())
    sale.quantity = purchase.quantity
    sale.accountToken = purchase.hasToken ? accountToken : nil
    sale.isFamilyShared = purchase.isFamilyShared
    sale.isFreeTrial = purchase.isFreeTrial
    if isPeriodic { begin(&sale, at: moment) }
    var version = version(sale, at: moment)
    if let other = purchase.sameOrderAs {
      version.orderNumber = chapter.versions[try told(other).version].orderNumber
    }
    try add(purchase.label, version, purchase: newPurchase())
    // The other app's server hears of its own sales.
    guard purchase.bundleID == nil else { return }
    try notify(
      purchase.label, at: moment, isPeriodic ? "SUBSCRIBED" : "ONE_TIME_CHARGE",
      isPeriodic ? "INITIAL_BUY" : nil, purchase.isHeard ? .answered : .unanswered)
  }

  mutating func renew(
    _ label: String, of last: String, at recovery: Instant?
  ) throws(ScenarioFailure) {
    var sale = try transaction(last)
    guard let end = sale.expiresDate else { throw .noPeriod(story: story.name, label: last) }
    let failure = try endFailure(of: sale, at: recovery ?? end)
    sale.transactionID = mint.transactionID()
    sale.isRenewal = true
    sale.isFreeTrial = false
    // Who was served in the meantime pays for that time too.
    begin(&sale, at: failure?.graceUntil == nil ? recovery ?? end : end)
    let moment = recovery ?? end
    try add(label, version(sale, at: moment), purchase: newPurchase())
    try notify(label, at: moment, "DID_RENEW", failure == nil ? nil : "BILLING_RECOVERY")
  }

  mutating func upgrade(
    _ label: String, of old: String, to product: ProductOnSale, at moment: Instant, paysBack: Bool
  ) throws(ScenarioFailure) {
    var sale = try transaction(old)
    guard sale.expiresDate != nil else { throw .noPeriod(story: story.name, label: old) }
    try change(old, at: moment) { period in
      period.isUpgraded = true
      guard paysBack else { return }
      let date = moment.adding(milliseconds: 2 * Milliseconds.second)
      period.revocation = .init(date: date, type: "REFUND_PRORATED", percentage: 60_000)
    }
    sale.transactionID = mint.transactionID()
    sale.product = product
    sale.isRenewal = false
    begin(&sale, at: moment)
    try add(label, version(sale, at: moment), purchase: newPurchase())
    try notify(label, at: moment, "DID_CHANGE_RENEWAL_PREF", "UPGRADE")
  }

  mutating func twin(
    _ label: String, of first: String, isListed: Bool
  ) throws(ScenarioFailure) {
    var sale = try transaction(first)
    sale.transactionID = mint.transactionID()
    let moment = sale.purchaseDate.adding(
      milliseconds: mint.random.number(in: 20...40) * Milliseconds.minute)
    var version = version(sale, at: moment)
    version.isListed = isListed
    version.orderNumber = chapter.versions[try told(first).version].orderNumber
    try add(label, version, purchase: try told(first).purchase)
  }

  mutating func restore(
    _ label: String, of first: String, at moment: Instant
  ) throws(ScenarioFailure) {
    var sale = try transaction(first)
    sale.transactionID = mint.transactionID()
    sale.originalPurchaseDate = sale.purchaseDate
    sale.purchaseDate = moment
    var version = version(sale, at: moment)
    version.orderNumber = chapter.versions[try told(first).version].orderNumber
    try add(label, version, purchase: try told(first).purchase)
  }

  /// A new record with an order number of its own; a family's member ordered nothing.
  private func version(_ sale: SoldTransaction, at moment: Instant) -> RecordVersion {
    RecordVersion(
      at: moment, customer: chapter.customer,
      orderNumber: sale.isFamilyShared ? nil : OrderNumber.number(of: sale.transactionID),
      transaction: sale)
  }

  /// A new period with a line item of its own.
  private mutating func begin(_ sale: inout SoldTransaction, at moment: Instant) {
    sale.purchaseDate = moment
    sale.lineItemID = mint.lineItemID()
    let days = sale.isFreeTrial ? 14 : sale.product.periodDays
    sale.expiresDate = moment.adding(milliseconds: days * Milliseconds.day)
  }

  private mutating func newID(_ purchase: Step.Purchase) -> String {
    if purchase.isFamilyShared { return mint.familyID() }
    return purchase.environment == .sandbox ? mint.sandboxID() : mint.transactionID()
  }
}
