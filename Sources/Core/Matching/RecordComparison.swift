import Records

extension StoreBook {
  /// Whether a record's date is the store's own, so that its silence about a refund counts.
  ///
  /// A receipt, a feed and a table have no `signedDate`: they never clear a revocation.
  func isDated(_ record: Int) -> Bool {
    !origin[record].isHearsay && statedAt[record].isKnown
  }

  /// When a record was stated, as far as that counts: what nobody signed is no newer than the moment
  /// that is judged.
  func moment(of record: Int, asOf: Instant) -> Instant {
    guard let stated = statedAt[record].instant else { return asOf }
    return origin[record].isHearsay ? min(stated, asOf) : stated
  }

  /// Whether a record's silence about a revocation contradicts it: a statement made before it was
  /// revoked does not.
  func denies(_ record: Int, revocationOf date: Instant) -> Bool {
    isDated(record) && (statedAt[record].instant.map { $0 >= date } ?? false)
  }

  /// Whether two records of one transaction id say the same where both speak.
  func agree(_ left: Int, _ right: Int) -> Bool {
    productID[left] == productID[right]
      && agree(quantity[left], quantity[right], absent: 0)
      && agree(type[left], type[right], absent: .unknown)
      && agree(ownership[left], ownership[right], absent: .unstated)
      && agree(accountToken[left], accountToken[right], absent: .none)
      && agree(lineItemID[left], lineItemID[right], absent: .none)
      && agree(purchaseDate[left], purchaseDate[right], absent: Moment(nil))
      && agree(expiresDate[left], expiresDate[right], absent: Moment(nil))
      && agree(price[left], price[right], absent: .min)
      && agree(currency[left], currency[right], absent: .empty)
      && agreeOnRevocation(left, right)
      && (isUpgraded[left] == isUpgraded[right] || !isDated(left) || !isDated(right))
  }

  private func agreeOnRevocation(_ left: Int, _ right: Int) -> Bool {
    guard revocationDate[left] != revocationDate[right] else { return true }
    if revocationDate[left].isKnown && revocationDate[right].isKnown { return false }
    let silent = revocationDate[left].isKnown ? right : left
    return !isDated(silent)
  }

  private func agree<Fact: Equatable>(_ left: Fact, _ right: Fact, absent: Fact) -> Bool {
    left == right || left == absent || right == absent
  }

  /// Whether `left` decides over `right`: the newer statement, then the signed one, then an order
  /// of the contents themselves, so that the order of reading decides nothing.
  func decides(_ left: Int, over right: Int, asOf: Instant, texts: TextTable) -> Bool {
    let newer = moment(of: left, asOf: asOf)
    let older = moment(of: right, asOf: asOf)
    if newer != older { return newer > older }
    if isDated(left) != isDated(right) { return isDated(left) }
    if origin[left].isSigned != origin[right].isSigned { return origin[left].isSigned }
    // Of two that nobody signed, the one that was heard in this run.
    if origin[left].isHearsay, isFresh[left] != isFresh[right] { return isFresh[left] }
    return contentPrecedes(left, right, texts: texts)
  }

  private func contentPrecedes(_ left: Int, _ right: Int, texts: TextTable) -> Bool {
    let numbers = zip(numbers(of: left), numbers(of: right))
    for (first, second) in numbers where first != second { return first > second }
    for (first, second) in zip(names(of: left), names(of: right)) where first != second {
      return texts.isLower(second, first)
    }
    return false
  }

  private func numbers(of record: Int) -> [Int64] {
    [
      revocationDate[record].orMinimum, purchaseDate[record].orMinimum,
      expiresDate[record].orMinimum, originalPurchaseDate[record].orMinimum,
      price[record], Int64(quantity[record]), isUpgraded[record] ? 1 : 0,
      Int64(type[record].rawValue), Int64(ownership[record].rawValue),
      Int64(reason[record].rawValue), Int64(origin[record].rawValue),
      isFresh[record] ? 1 : 0,
    ]
  }

  private func names(of record: Int) -> [Text] {
    [
      productID[record].text, originalTransactionID[record].text, lineItemID[record].text,
      appTransactionID[record].text, accountToken[record].text, currency[record],
      storefront[record],
    ]
  }
}

extension Moment {
  fileprivate var orMinimum: Int64 { instant?.milliseconds ?? .min }
}
