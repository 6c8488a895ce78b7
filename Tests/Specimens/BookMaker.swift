package import Matching
package import Records

/// Builds both books out of short calls, in the order of the calls.
package struct BookMaker: Sendable, Equatable {
  package var sales: [Sale] = []
  package var rows: [Row] = []
  package var renewals: [Renewal] = []
  package var refused: [Refused] = []
  package var shapes: [Shape]

  /// One ledger of the job.
  package struct Shape: Sendable, Equatable {
    package var name: String
    package var role: LedgerRole
    package var rows: RowMeaning
    package var hasRowID: Bool

    package init(
      _ name: String = "ledger", _ role: LedgerRole = .orders, _ rows: RowMeaning = .state,
      hasRowID: Bool = true
    ) {
      self.name = name
      self.role = role
      self.rows = rows
      self.hasRowID = hasRowID
    }
  }

  /// What the store says about the next period of a chain.
  package struct Renewal: Sendable, Equatable {
    package let original: String
    package let graceUntil: Instant?
    package let stated: Instant?
  }

  /// A record whose signature was refused.
  package struct Refused: Sendable, Equatable {
    package let id: String
    package let product: String
    package let digest: String
  }

  package init(_ shapes: Shape...) {
    self.shapes = shapes.isEmpty ? [Shape()] : shapes
  }

  /// A purchase by one record.
  package func sold(
    _ id: String, _ product: String = "coins.100", _ change: (inout Sale) -> Void = { _ in }
  ) -> BookMaker {
    var sale = Sale(id, product)
    sale.original = id
    sale.type = .consumable
    change(&sale)
    return with { $0.sales.append(sale) }
  }

  /// A period of a subscription, bought so many days ago and thirty days long.
  package func renewed(
    _ id: String, of original: String, daysAgo days: Int64 = 2,
    _ change: (inout Sale) -> Void = { _ in }
  ) -> BookMaker {
    sold(id, "gold.monthly") { sale in
      sale.original = original
      sale.lineItem = "9\(id)"
      sale.type = .autoRenewable
      sale.reason = id == original ? .purchase : .renewal
      sale.date = .noon.minus(days: days)
      sale.expires = .noon.minus(days: days - 30)
      change(&sale)
    }
  }

  /// A row that grants.
  package func granted(
    _ id: String, to user: String = "u1", _ product: String = "coins.100",
    _ change: (inout Row) -> Void = { _ in }
  ) -> BookMaker {
    var row = Row(id, to: user, product)
    row.key = String(rows.count + 1)
    row.purchaseTime = .noon.minus(days: 2)
    change(&row)
    return with { $0.rows.append(row) }
  }

  /// A row that takes back.
  package func takenBack(
    _ id: String, from user: String = "u1", _ product: String = "coins.100",
    _ change: (inout Row) -> Void = { _ in }
  ) -> BookMaker {
    granted(id, to: user, product) { row in
      row.state = .refunded
      change(&row)
    }
  }

  /// What the store says about the next period of a chain.
  package func renewing(
    _ original: String, graceUntil: Instant? = nil, stated: Instant? = .noon.minus(hours: 1)
  ) -> BookMaker {
    with {
      $0.renewals.append(Renewal(original: original, graceUntil: graceUntil, stated: stated))
    }
  }

  /// A record whose signature did not hold.
  package func refusing(_ id: String, _ product: String = "coins.100", digest: String = "ab")
    -> BookMaker
  {
    with { $0.refused.append(Refused(id: id, product: product, digest: digest)) }
  }

  /// The same but for something.
  package func with(_ change: (inout BookMaker) -> Void) -> BookMaker {
    var maker = self
    change(&maker)
    return maker
  }
}

extension BookMaker {
  /// Both books.
  package func books() -> Books {
    var books = Books(
      ledgers: shapes.map { shape in
        var ledger = LedgerShape(name: shape.name, role: shape.role, rows: shape.rows)
        ledger.hasRowID = shape.hasRowID
        ledger.hasQuantity = true
        return ledger
      })
    for sale in sales { books.store.add(sale.record(&books.texts)) }
    for row in rows { books.ledger.add(row.row(&books.texts)) }
    for renewal in renewals {
      var record = RenewalRecord()
      record.originalTransactionID = OriginalTransactionID(books.texts.intern(renewal.original))
      record.gracePeriodExpiresDate = renewal.graceUntil
      record.statedAt = renewal.stated
      books.store.add(record)
    }
    for refusal in refused {
      var record = RefusedRecord(reason: "the leaf's signature does not hold")
      record.claimedID = TransactionID(books.texts.intern(refusal.id))
      record.claimedProduct = ProductID(books.texts.intern(refusal.product))
      record.digest = books.texts.intern(refusal.digest)
      books.store.add(record)
    }
    return books
  }

  /// Both books matched.
  package func match(_ circumstances: Circumstances = .noon) -> Match {
    Match(books(), circumstances)
  }

  /// The groups of all purchases, the lowest id first.
  package func groups(_ circumstances: Circumstances = .noon) -> [MatchGroup] {
    let match = match(circumstances)
    return (0..<match.purchaseCount).map(match.group(ofPurchase:)).sorted {
      ($0.purchase?.environment ?? "", $0.purchase?.bundleID ?? "", $0.purchase?.key ?? "")
        < ($1.purchase?.environment ?? "", $1.purchase?.bundleID ?? "", $1.purchase?.key ?? "")
    }
  }
}
