import Matching
import Records
import Specimens
import Testing

/// Books in which one thing has thousands of others beside it.
///
/// Work that grows with their square
/// would take hours; the limit is no measure of speed.
@Suite(.timeLimit(.minutes(2))) struct `large groups` {
  private static let count: Int64 = 30_000

  /// A chain of hourly periods, each with a row.
  private func chain(_ change: (inout Sale, inout Row) -> Void) -> BookMaker {
    var maker = BookMaker()
    for number in 0..<Self.count {
      var sale = Sale("\(1_000_000 + number)", "gold.monthly")
      sale.original = "1000000"
      sale.lineItem = "9\(number)"
      sale.type = .autoRenewable
      sale.date = .noon.minus(hours: Self.count - number)
      sale.expires = sale.date?.plus(hours: 1)
      var row = Row(sale.id, to: "u1", "gold.monthly")
      row.key = "\(number)"
      row.original = sale.original
      row.purchaseTime = sale.date
      change(&sale, &row)
      maker.sales.append(sale)
      maker.rows.append(row)
    }
    return maker
  }

  private func ties(_ match: Match) -> Set<Int> {
    Set((0..<match.purchaseCount).map { match.rows(ofPurchase: $0).count })
  }

  @Test func `rows under the original id find their periods by time`() {
    let match = chain { _, row in row.id = "1000000" }.match()
    #expect(ties(match) == [1])
  }

  @Test func `rows under ids that nobody knows find their periods by time`() {
    let match = chain { _, row in row.id = "7" + row.id }.match()
    #expect(ties(match) == [1])
  }

  @Test func `a wrong owner is known after the first period`() {
    let match = chain { sale, row in
      sale.token = "a"
      row.token = "b"
    }.match()
    let known = (0..<match.purchaseCount).filter {
      match.group(ofPurchase: $0).neighbours.isOwnerKnownWrong
    }
    #expect(known == Array(1..<match.purchaseCount))
  }

  @Test func `upgrades find their successors`() {
    let match = chain { sale, _ in
      sale.isUpgraded = true
      sale.revoked = sale.date?.plus(hours: 1)
    }.match()
    let superseded = (0..<match.purchaseCount).filter {
      match.group(ofPurchase: $0).purchase?.isSuperseded == true
    }
    #expect(superseded == Array(0..<match.purchaseCount - 1))
  }

  @Test func `migrations lead back to the first chain`() {
    let match = chain { sale, _ in
      sale.original = sale.id
      sale.previous = sale.id == "1000000" ? "" : "\((Int(sale.id) ?? 0) - 1)"
    }.match()
    let later = (0..<match.purchaseCount).filter {
      match.group(ofPurchase: $0).purchase?.isLaterPeriod == true
    }
    #expect(later.count == match.purchaseCount - 1)
  }

  @Test func `restores of one pass are one purchase`() {
    let match = chain { sale, _ in
      sale.type = .nonRenewing
      sale.date = .noon.minus(days: 3)
      sale.originalDate = sale.date
    }.match()
    #expect(match.purchaseCount == 1)
  }

  @Test func `a reversal takes back the last grant of its own account`() {
    let grants = (0..<Int(Self.count)).map { number in
      var grant = GrantEntry("1", to: "u\(number)", product: "coins.100", place: number)
      grant.meaning = .events
      grant.purchaseTime = .noon
      return grant
    }
    let reversals = grants.dropFirst().map { grant in
      var reversal = grant
      reversal.state = .refunded
      return reversal
    }
    #expect(Leg(grants + reversals).grants == [grants[0]])
  }
}
