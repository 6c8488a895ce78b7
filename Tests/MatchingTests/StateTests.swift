import Matching
import Records
import Specimens
import Testing

/// How a purchase stands: the newest statement decides, whatever order the records come in.
@Suite struct `the state of a purchase` {
  static let yesterday = Instant.noon.minus(days: 1)

  @Test func `is the newest statement's`() {
    let maker = BookMaker().sold("1001") { $0.stated = .noon.minus(days: 3) }
      .sold("1001") {
        $0.stated = .noon.minus(days: 1)
        $0.revoked = .noon.minus(days: 1)
      }
      .sold("1001") { $0.stated = .noon.minus(days: 2) }
    maker.expect { $0.isRevoked && $0.conflict == nil }
  }

  @Test func `stands again after a refund that was reversed`() {
    BookMaker().revoked(stated: 2).stated(1).expect { $0.stands }
  }

  @Test(arguments: [Origin.unsignedFile, .receipt, .appReceipt])
  func `is not cleared by a record without a date`(_ origin: Origin) {
    let maker = BookMaker().revoked(stated: 2).sold("1001") {
      $0.stated = nil
      $0.origin = origin
    }
    maker.expect { $0.isRevoked && $0.conflict == nil }
  }

  @Test(arguments: [Origin.receipt, .appReceipt])
  func `is not cleared by a receipt, whenever it was asked for`(_ origin: Origin) {
    let maker = BookMaker().revoked(stated: 2).sold("1001") {
      $0.stated = .noon
      $0.origin = origin
    }
    maker.expect { $0.isRevoked && $0.conflict == nil }
  }

  @Test func `is revoked by a record without a date`() {
    BookMaker().stated(1).sold("1001") {
      $0.stated = nil
      $0.revoked = Self.yesterday
    }.expect { $0.isRevoked && $0.conflict == nil }
  }

  @Test func `is cleared by a later signed word beside one without a date`() {
    let maker = BookMaker().revoked(stated: 3).stated(1).sold("1001") { $0.stated = nil }
    maker.expect { $0.stands }
  }

  @Test func `keeps the revocation date that was stated first`() {
    let maker = BookMaker()
      .revoked(stated: 3) { $0.revoked = .noon.minus(days: 4) }
      .revoked(stated: 1) { $0.revoked = .noon.minus(days: 9) }
    maker.expect { $0.revokedAt == .noon.minus(days: 4) && $0.hasChangedRevocationDate }
  }

  @Test func `takes the date of the refund that stands, not of one reversed before`() {
    let maker = BookMaker()
      .revoked(stated: 5) { $0.revoked = .noon.minus(days: 6) }
      .stated(4)
      .revoked(stated: 1) { $0.revoked = .noon.minus(days: 2) }
    maker.expect { $0.revokedAt == .noon.minus(days: 2) && !$0.hasChangedRevocationDate }
  }

  @Test func `is fresh if any of its records was signed in this run`() {
    let maker = BookMaker().stated(2) { $0.isFresh = true }.stated(1)
    maker.expect { $0.isFresh }
    BookMaker().stated(2).stated(1).expect { !$0.isFresh }
  }

  @Test func `takes the kind from the payload, the job, then the record itself`() {
    let unknown = BookMaker().sold("1001", "pro.lifetime") { $0.type = .unknown }
    let told = Circumstances.noon {
      $0.products = ProductCatalogue(["pro.lifetime": CatalogueEntry(type: .nonConsumable)])
    }
    #expect(unknown.groups().first?.purchase?.type == .unknown)
    #expect(unknown.groups(told).first?.purchase?.type == .nonConsumable)
    let payload = BookMaker().sold("1001", "pro.lifetime") { $0.type = .nonRenewing }
    #expect(payload.groups(told).first?.purchase?.type == .nonRenewing)
    for change: (inout Sale) -> Void in [{ $0.lineItem = "9" }, { $0.expires = .noon }] {
      let maker = BookMaker().sold("1001") {
        $0.type = .unknown
        change(&$0)
      }
      #expect(maker.groups().first?.purchase?.type == .autoRenewable)
    }
  }
}

@Suite struct `a conflict` {
  @Test(arguments: [
    Statement("another product") { $0.product = "coins.500" },
    Statement("another quantity") { $0.quantity = 2 },
    Statement("another price") { $0.price = 1_990 },
    Statement("another purchase date") { $0.date = .noon.minus(days: 5) },
    Statement("another kind") { $0.type = .nonConsumable },
    Statement("another owner") { $0.ownership = .familyShared },
    Statement("another account token") { $0.token = "b-token" },
    Statement("a revocation date") { $0.revoked = .noon.minus(days: 1) },
    Statement("an upgrade") { $0.isUpgraded = true },
    Statement("another original id, whenever it is stated") {
      $0.original = "2001"
      $0.stated = .noon.minus(days: 9)
    },
  ])
  func `is found`(_ other: Statement) {
    let maker = BookMaker().sold("1001") { $0.token = "a-token" }.sold("1001") {
      $0.token = "a-token"
      other.change(&$0)
    }
    maker.expect { $0.conflict != nil }
  }

  @Test(arguments: [
    Statement("the same again") { _ in },
    Statement("a price that one does not tell") { $0.price = nil },
    Statement("a kind that one does not tell") { $0.type = .unknown },
    Statement("an owner that one does not tell") { $0.ownership = .unstated },
    Statement("a token that one does not tell") { $0.token = "" },
    Statement("other facts, stated before") {
      $0.price = 1_990
      $0.stated = .noon.minus(days: 9)
    },
    Statement("a migration") {
      $0.original = "2001"
      $0.previous = "1001"
    },
    Statement("no original id") { $0.original = "" },
  ])
  func `is not found in`(_ other: Statement) {
    let maker = BookMaker().sold("1001") { $0.token = "a-token" }.sold("1001") {
      $0.token = "a-token"
      other.change(&$0)
    }
    maker.expect { $0.conflict == nil }
  }

  @Test(arguments: [Origin.receipt, .appReceipt])
  func `is not found in a receipt's silence about a refund`(_ origin: Origin) {
    let maker = BookMaker().revoked(stated: 1).stated(1) { $0.origin = origin }
    maker.expect { $0.conflict == nil && $0.isRevoked }
  }

  @Test func `is found where two records without a date differ`() {
    let maker = BookMaker().sold("1001") { $0.stated = nil }.sold("1001") {
      $0.stated = nil
      $0.price = 1_990
    }
    maker.expect { $0.conflict != nil }
  }

  @Test func `is not found where a record without a date adds to a signed one`() {
    let maker = BookMaker().stated(1).sold("1001") {
      $0.stated = nil
      $0.price = 1_990
    }
    maker.expect { $0.conflict == nil && $0.price?.milliunits == 1_990 }
  }

  @Test func `is found where aliases disagree on a refund`() {
    let maker = BookMaker().twins { $0.revoked = .noon.minus(days: 1) }
    maker.expect { $0.conflict != nil }
  }

  @Test func `is not found where an alias was stated before the refund`() {
    let maker = BookMaker().twins {
      $0.revoked = .noon.minus(minutes: 30)
      $0.stated = .noon
    }
    maker.expect { $0.conflict == nil && $0.isRevoked }
  }

  @Test func `is not found where an alias has no date`() {
    let maker = BookMaker().twins { $0.revoked = .noon.minus(days: 1) }.with {
      $0.sales[0].stated = nil
    }
    maker.expect { $0.conflict == nil && $0.isRevoked }
  }

  struct Statement: Sendable, CustomStringConvertible {
    let description: String
    let change: @Sendable (inout Sale) -> Void

    init(_ reason: String, _ change: @escaping @Sendable (inout Sale) -> Void) {
      description = reason
      self.change = change
    }
  }
}

extension BookMaker {
  /// Expects one purchase, the same in every order of the records.
  func expect(
    sourceLocation: SourceLocation = #_sourceLocation, _ holds: (Purchase) -> Bool
  ) {
    let groups = self.groups()
    #expect(groups.count == 1, sourceLocation: sourceLocation)
    #expect(groups.first?.purchase.map(holds) == true, sourceLocation: sourceLocation)
    for order in everyOrder {
      #expect(order.groups() == groups, sourceLocation: sourceLocation)
    }
  }

  func stated(
    _ daysAgo: Int64, _ change: (inout Sale) -> Void = { _ in }
  ) -> BookMaker {
    sold("1001") { sale in
      sale.stated = .noon.minus(days: daysAgo)
      change(&sale)
    }
  }

  func revoked(
    stated daysAgo: Int64, _ change: (inout Sale) -> Void = { _ in }
  ) -> BookMaker {
    stated(daysAgo) { sale in
      sale.revoked = .noon.minus(days: 4)
      change(&sale)
    }
  }

  /// Two ids of one unlock, of which the second says something else.
  fileprivate func twins(_ change: (inout Sale) -> Void) -> BookMaker {
    sold("1001", "pro.lifetime") { $0.type = .nonConsumable }.sold("1002", "pro.lifetime") { sale in
      sale.type = .nonConsumable
      sale.original = "1001"
      change(&sale)
    }
  }
}
