import Matching
import Records
import Specimens
import Testing

/// What the store's side could not see: a gap applies unless a known fact of the row excludes it.
@Suite struct `a gap` {
  @Test(arguments: [
    Cover("everything", { _ in }, true),
    Cover("this user", { $0.userID = "u1" }, true),
    Cover("another user", { $0.userID = "u2" }, false),
    Cover("this product's kind", { $0.productType = .consumable }, true),
    Cover("another kind", { $0.productType = .autoRenewable }, false),
    Cover("this id", { $0.transactionID = "5" }, true),
    Cover("another id", { $0.transactionID = "6" }, false),
    Cover("this chain", { $0.originalTransactionID = "4" }, true),
    Cover("another chain", { $0.originalTransactionID = "6" }, false),
    Cover("from that moment on", { $0.from = .noon.minus(days: 1) }, true),
    Cover("from the moment after", { $0.from = .noon.minus(days: 1).plus(milliseconds: 1) }, false),
    Cover("up to that moment", { $0.to = .noon.minus(days: 1) }, false),
    Cover("up to the moment after", { $0.to = .noon.minus(days: 1).plus(milliseconds: 1) }, true),
    Cover(
      "two facts, of which one differs",
      {
        $0.userID = "u1"
        $0.transactionID = "6"
      }, false),
  ])
  func `covers a row of which all is known`(_ cover: Cover) {
    let maker = BookMaker().sold("1001").granted("5", to: "u1") {
      $0.original = "4"
      $0.grantedAt = .noon.minus(days: 1)
    }
    #expect((maker.blindSpot(cover.gap) == cover.gap) == cover.covers)
  }

  @Test(arguments: [
    Cover("a user", { $0.userID = "u2" }, true),
    Cover("a kind", { $0.productType = .autoRenewable }, true),
    Cover("a chain", { $0.originalTransactionID = "6" }, true),
    Cover("a time", { $0.from = .noon }, true),
    Cover("another id", { $0.transactionID = "6" }, false),
  ])
  func `covers a row of which little is known`(_ cover: Cover) {
    let maker = BookMaker().sold("1001").granted("5", to: "", "unheard.of") {
      $0.purchaseTime = nil
    }
    #expect((maker.blindSpot(cover.gap) == cover.gap) == cover.covers)
  }

  @Test func `of a user covers the user's canonical account`() {
    let maker = BookMaker().sold("1001").granted("5", to: "guest") { $0.account = "u1" }
    for user in ["guest", "u1"] {
      var gap = Gap(reason: "a failed page")
      gap.userID = user
      #expect(maker.blindSpot(gap) == gap)
    }
  }

  @Test func `of a kind goes by the job's word, then the store's`() {
    var gap = Gap(reason: "the V1 history")
    gap.productType = .consumable
    let maker = BookMaker().sold("1001").granted("5", to: "u1", "gold500")
    let named = Circumstances.noon {
      $0.products = ProductCatalogue([
        "gems": CatalogueEntry(type: .autoRenewable, aliases: ["gold500"])
      ])
    }
    #expect(maker.blindSpot(gap) == gap)
    #expect(maker.blindSpot(gap, named) == nil)
  }

  @Test func `of a kind covers a product of which the books show two kinds`() {
    var gap = Gap(reason: "the V1 history")
    gap.productType = .consumable
    let maker = BookMaker().sold("1001").sold("1002") { $0.type = .nonConsumable }.granted("5")
    for order in maker.everyOrder { #expect(order.blindSpot(gap) == gap) }
  }

  @Test func `says nothing about a row that a purchase explains`() {
    let maker = BookMaker().sold("1001").granted("1001")
    let circumstances = Circumstances.noon { $0.gaps = [Gap(reason: "a failed page")] }
    #expect(maker.groups(circumstances).map(\.blindSpot) == [nil])
  }

  @Test func `comes before a limit, and the narrower before the wider`() {
    var narrow = Gap(reason: "one look-up failed")
    narrow.transactionID = "5"
    let wide = Gap(reason: "a failed page")
    let limit = Gap(nature: .limit, reason: "the horizon")
    let maker = BookMaker().sold("1001").granted("5")
    for gaps in [limit, wide, narrow].permutations {
      let circumstances = Circumstances.noon { $0.gaps = gaps }
      let row = Int(maker.match().unexplainedRows[0])
      #expect(maker.match(circumstances).group(ofRow: row).blindSpot == narrow)
    }
  }

  struct Cover: Sendable, CustomStringConvertible {
    let description: String
    let gap: Gap
    let covers: Bool

    init(_ words: String, _ change: (inout Gap) -> Void, _ covers: Bool) {
      description = words
      var gap = Gap(reason: "a failed page")
      change(&gap)
      self.gap = gap
      self.covers = covers
    }
  }
}

/// A file that nobody called complete.
@Suite struct `a store file` {
  static let oldest = Instant.noon.minus(days: 2)

  @Test(
    arguments: [
      ("older than its oldest record", oldest.minus(milliseconds: 1), true),
      ("as old as that", oldest, false), ("newer", .noon.minus(days: 1), false),
      ("of unknown age", nil, true),
    ] as [(String, Instant?, Bool)])
  func `may not hold a purchase`(_ words: String, _ written: Instant?, _ isBlind: Bool) {
    let maker = BookMaker().sold("1001") { $0.date = Self.oldest }.granted("5") {
      $0.purchaseTime = written
    }
    let blindSpot = maker.blindSpot(nil)
    #expect((blindSpot != nil) == isBlind)
    #expect(blindSpot == nil || blindSpot?.nature == .limit)
    #expect(maker.blindSpot(nil, .noon { $0.isStoreComplete = true }) == nil)
    #expect(maker.blindSpot(nil, .noon { $0.isAskedDirectly = true }) == nil)
  }

  @Test func `that is empty says nothing about anything`() {
    #expect(BookMaker().granted("5").blindSpot(nil)?.nature == .limit)
    #expect(BookMaker().granted("5").blindSpot(nil, .noon { $0.isStoreComplete = true }) == nil)
  }
}

extension BookMaker {
  /// Why nothing can be said about the one row that no purchase explains.
  fileprivate func blindSpot(_ gap: Gap?, _ given: Circumstances = .noon) -> Gap? {
    var circumstances = given
    circumstances.gaps = gap.map { [$0] } ?? []
    let match = match(circumstances)
    return match.unexplainedRows.first.flatMap { match.group(ofRow: Int($0)).blindSpot }
  }
}
