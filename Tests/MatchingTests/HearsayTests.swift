import Matching
import Records
import Specimens
import Testing

/// What others tell of the store: a receipt, a company's own endpoint.
@Suite struct `hearsay` {
  static let yesterday = Instant.noon.minus(days: 1)

  @Test(arguments: [Origin.feed, .receipt, .appReceipt], [Int64(0), 1, -90])
  func `never clears what the store has revoked, whenever it says it was stated`(
    _ origin: Origin, _ daysAgo: Int64
  ) {
    BookMaker().revoked(stated: 3).heard(origin) { $0.stated = .noon.minus(days: daysAgo) }
      .heard(origin).expect { $0.isRevoked && $0.conflict == nil }
  }

  @Test func `of a refund counts until the store signs that there is none`() {
    let told = BookMaker().stated(2).heard(.feed) { $0.revoked = Self.yesterday }
    told.expect { $0.isRevoked && $0.conflict == nil }
    told.stated(-1).expect { $0.stands && $0.conflict == nil }
  }

  @Test func `at the very moment of the store's own word is no conflict, and the store's counts`() {
    BookMaker().stated(0).heard(.feed) {
      $0.product = "coins.500"
      $0.revoked = Self.yesterday
    }.expect { $0.stands && $0.conflict == nil && $0.productID == "coins.100" }
  }

  @Test func `of the future is no newer than the moment that is judged`() {
    BookMaker().sold("1001") { $0.stated = .noon.plus(milliseconds: 1) }.heard(.feed) {
      $0.stated = .noon.plus(days: 900)
      $0.product = "coins.500"
    }.expect { $0.conflict == nil && $0.productID == "coins.100" }
  }

  @Test func `of two nights is the later's, and no conflict`() {
    BookMaker().heard(.feed) { $0.product = "coins.500" }.heard(.feed) { $0.isFresh = true }
      .expect { $0.conflict == nil && $0.productID == "coins.100" }
  }
}

extension BookMaker {
  fileprivate func heard(
    _ origin: Origin, _ change: (inout Sale) -> Void = { _ in }
  ) -> BookMaker {
    sold("1001") { sale in
      sale.stated = nil
      sale.origin = origin
      change(&sale)
    }
  }
}
