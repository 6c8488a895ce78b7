import Records

// What the app's server writes into its ledger, and which of it is wrong.
extension StoryTeller {
  mutating func write(_ grant: Step.Grant) throws(ScenarioFailure) {
    if let label = grant.of {
      try add(try row(grant, for: try transaction(label)), label: grant.label ?? label, of: label)
    } else {
      try add(rowWithoutPurchase(grant), label: grant.label, of: nil)
    }
  }

  private mutating func row(
    _ grant: Step.Grant, for sale: SoldTransaction
  ) throws(ScenarioFailure) -> GrantRow {
    var row = GrantRow(
      userID: mint.userID(other: grant.user), productID: grant.product?.id ?? sale.product.id,
      purchaseTime: sale.purchaseDate.adding(milliseconds: -grant.hoursEarly * Milliseconds.hour),
      state: grant.state, environment: (grant.environment ?? sale.environment).rawValue)
    row.transactionID = text(of: grant.id, exact: sale.transactionID)
    row.originalTransactionID = sale.originalTransactionID
    row.lineItemID = sale.lineItemID
    row.accountToken = token(grant.token, exact: sale.accountToken)
    row.quantity = grant.quantity ?? sale.quantity
    row.amount = sale.price
    row.currency = sale.price == nil ? nil : sale.storefront.currency
    row.expiresAt = sale.expiresDate
    row.grantedAt = grantedAt(grant, since: sale.purchaseDate)
    return row
  }

  private mutating func rowWithoutPurchase(_ grant: Step.Grant) -> GrantRow {
    let moment = moment(grant.ago)
    let product = grant.product ?? .coins100
    var row = GrantRow(
      userID: mint.userID(other: grant.user), productID: product.id, purchaseTime: moment,
      state: grant.state, environment: (grant.environment ?? .production).rawValue)
    row.transactionID = text(of: grant.id, exact: nil)
    row.quantity = grant.quantity ?? 1
    row.grantedAt = grantedAt(grant, since: moment)
    return row
  }

  private func grantedAt(_ grant: Step.Grant, since moment: Instant) -> Instant? {
    guard grant.state == "granted" || grant.state == "refunded" else { return nil }
    return moment.adding(milliseconds: grant.delay.milliseconds)
  }

  private mutating func text(of id: Step.IDText, exact: String?) -> String? {
    switch id {
    case .exact: exact
    case .padded: exact.map { "  \($0) " }
    case .absent: nil
    case .invented: mint.transactionID()
    case .text(let text): text
    }
  }

  private mutating func token(_ token: Step.TokenText, exact: String?) -> String? {
    switch token {
    case .exact: exact
    case .capitals: exact?.uppercased()
    case .absent: nil
    case .foreign: mint.random.uuid()
    }
  }

  mutating func plant(_ kind: String, on label: String) throws(ScenarioFailure) {
    var ids: [String] = []
    for alias in try aliases(of: label) { ids.append(try transaction(alias).transactionID) }
    let lowest = ids.min { $0.isLowerID(than: $1) } ?? ""
    let rows = try rows(of: label).map { String($0.rowID) }
    chapter.planted.append(
      PlantedFinding(
        kind: kind, transactionID: lowest, rows: rows.sorted { $0.isLowerID(than: $1) }))
  }

  mutating func plant(_ kind: String, row label: String) throws(ScenarioFailure) {
    let row = try row(label)
    chapter.planted.append(
      PlantedFinding(
        kind: kind, transactionID: row.transactionID ?? "", rows: [String(row.rowID)]))
  }
}
