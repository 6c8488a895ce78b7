package import Records

/// Why a record is no purchase of its own.
package enum RepeatedRecord: Sendable {
  case duplicate, olderState, alias, refused
}

/// An amount in a book: thousandths and the name of its currency.
package typealias BookAmount = (milliunits: Int64, currency: Text)

extension Match {
  /// The texts that both books share.
  package var texts: TextTable { tied.books.texts }

  /// What was counted while the store's book was filled.
  package var storeIntake: Intake { tied.books.store.intake }

  /// The app that most purchases belong to, where none belongs to the job's.
  package var onlyOtherBundle: String? {
    var counts: [BundleID: Int] = [:]
    for purchase in 0..<tied.purchases.count {
      let bundle = tied.books.store.bundleID[tied.record(of: purchase)]
      if bundle == tied.bundle { return nil }
      counts[bundle, default: 0] += 1
    }
    let most = counts.values.max()
    let names = counts.filter { $0.value == most }.map { texts.string($0.key.text) }
    return names.min()
  }

  /// What was counted while the ledger's book was filled.
  package var ledgerIntake: Intake { tied.books.ledger.intake }

  /// The price of the record that speaks for a purchase.
  package func money(ofPurchase purchase: Int) -> BookAmount? {
    tied.books.store.money(tied.record(of: purchase))
  }

  /// The amount of a ledger row.
  package func money(ofRow row: Int) -> BookAmount? {
    tied.books.ledger.money(row)
  }

  /// Hands over every record that is no purchase of its own, with its price.
  package func eachRepeatedRecord(_ body: (RepeatedRecord, BookAmount?) -> Void) {
    for record in 0..<tied.books.store.count {
      switch tied.states.recordRepeat[record] {
      case .none: continue
      case .duplicate: body(.duplicate, tied.books.store.money(record))
      case .olderState: body(.olderState, tied.books.store.money(record))
      }
    }
    for transaction in tied.states.deciding.indices {
      let purchase = Int(tied.purchases.ofTransaction[transaction])
      guard Int(tied.purchases.lead[purchase]) != transaction else { continue }
      body(.alias, tied.books.store.money(Int(tied.states.deciding[transaction])))
    }
    for _ in tied.books.store.refused { body(.refused, nil) }
  }

  /// Hands over every row in scope that was read again.
  package func eachRepeatedRow(_ body: (GrantEntry) -> Void) {
    let entries = EntryBuilder(tied)
    for row in 0..<tied.books.ledger.count
    where tied.isRepeatedRow[row] && !tied.books.ledger.isOutOfScope[row] {
      entries.entries([Int32(truncatingIfNeeded: row)]).forEach(body)
    }
  }

  /// The products that were bought here and that the job does not list, with the number of
  /// purchases; none where the job lists no product at all.
  package func unlistedProducts(_ catalogue: ProductCatalogue) -> [(product: String, count: Int)] {
    guard !catalogue.entries.isEmpty else { return [] }
    var isListed = [Bool](repeating: false, count: texts.count)
    for product in catalogue.entries.keys {
      if let text = texts.find(product) { isListed[Int(text.index)] = true }
    }
    var counts: [Text: Int] = [:]
    for purchase in 0..<tied.purchases.count where tied.isOurs(purchase) {
      let product = tied.books.store.productID[tied.record(of: purchase)].text
      if !isListed[Int(product.index)] { counts[product, default: 0] += 1 }
    }
    return counts.map { (texts.string($0.key), $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// Hands over every ledger row that is out of scope or was read twice.
  package func eachRowOutside(_ body: (_ isRepeated: Bool, BookAmount?) -> Void) {
    for row in 0..<tied.books.ledger.count {
      let isRepeated = tied.isRepeatedRow[row]
      guard isRepeated || tied.books.ledger.isOutOfScope[row] else { continue }
      body(isRepeated && !tied.books.ledger.isOutOfScope[row], tied.books.ledger.money(row))
    }
  }
}
