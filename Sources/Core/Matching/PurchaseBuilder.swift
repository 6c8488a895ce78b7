import Records

/// Makes the purchase of a match group out of the store's book.
struct PurchaseBuilder {
  let tied: Tied

  /// The purchase with this number.
  func purchase(_ number: Int) -> Purchase {
    let store = tied.books.store
    let texts = tied.books.texts
    let record = tied.record(of: number)
    let aliases = tied.purchases.transactions[number].map { Int(tied.states.deciding[Int($0)]) }
      .sorted { isLower($0, $1) }
    let priced = aliases.lazy.compactMap { store.money($0) }.first
    let detail = aliases.lazy.compactMap { store.revocationDetail[$0] }.first
    return Purchase(
      key: key(of: number, record, aliases),
      transactionIDs: aliases.map { texts.string(store.transactionID[$0].text) },
      originalTransactionID: text(store.originalTransactionID[record].text),
      bundleID: texts.string(store.bundleID[record].text),
      environment: texts.string(store.environment[record].text),
      productID: texts.string(store.productID[record].text), type: tied.purchases.type[number],
      ownership: store.ownership[record], reason: store.reason[record],
      quantity: Int(max(store.quantity[record], 1)),
      price: priced.map {
        Money(milliunits: $0.milliunits, currency: texts.string($0.currency))
      },
      accountToken: aliases.lazy.compactMap { text(store.accountToken[$0].text) }.first,
      storefront: text(store.storefront[record]), date: tied.purchases.date[number].instant,
      expires: tied.purchases.expires[number].instant,
      revokedAt: tied.purchases.revocation[number].instant,
      revocationReason: detail?.reason, revocationPercentage: detail?.percentage,
      isSuperseded: tied.purchases.isSuperseded[number], conflict: conflict(number),
      isFresh: tied.purchases.transactions[number].contains { tied.states.isFresh[Int($0)] },
      isLaterPeriod: isLaterPeriod(number),
      hasChangedRevocationDate: tied.purchases.transactions[number].contains {
        tied.states.revocationChanged[Int($0)]
      })
  }

  private func isLaterPeriod(_ number: Int) -> Bool {
    let chain = tied.chains.ofPurchase[number]
    guard chain >= 0 else { return false }
    return tied.chains.purchases[Int(chain)].first != Int32(truncatingIfNeeded: number)
  }

  private func isLower(_ left: Int, _ right: Int) -> Bool {
    tied.books.texts.isLower(
      tied.books.store.transactionID[left].text, tied.books.store.transactionID[right].text)
  }

  private func conflict(_ number: Int) -> String? {
    guard tied.purchases.isConflicting[number] else { return nil }
    let within = tied.purchases.transactions[number].contains {
      tied.states.isConflicting[Int($0)]
    }
    return within
      ? "two records of one transaction id contradict each other"
      : "the ids that name this purchase disagree on whether it was revoked"
  }

  /// The name under which a purchase is known for ever: what joins its aliases, so that an alias
  /// that is learned later changes nothing.
  private func key(of number: Int, _ record: Int, _ aliases: [Int]) -> String {
    let store = tied.books.store
    let texts = tied.books.texts
    let lowest = texts.string(store.transactionID[record].text)
    if !store.ownership[record].isBuyers {
      let holder = store.appTransactionID[record]
      let name = holder.isNone ? lowest : texts.string(holder.text)
      return "shared/\(texts.string(store.originalTransactionID[record].text))/\(name)/\(lowest)"
    }
    switch tied.purchases.type[number] {
    case .nonConsumable where !store.originalTransactionID[record].isNone:
      return "original/\(texts.string(store.originalTransactionID[record].text))"
    case .autoRenewable:
      let items = aliases.map { store.lineItemID[$0].text }.filter { !$0.isEmpty }
      if let item = items.min(by: texts.isLower) { return "line-item/\(texts.string(item))" }
      return "transaction/\(lowest)"
    default:
      return "transaction/\(lowest)"
    }
  }

  private func text(_ text: Text) -> String? {
    text.isEmpty ? nil : tied.books.texts.string(text)
  }
}
