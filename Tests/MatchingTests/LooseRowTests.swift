import Matching
import Records
import Specimens
import Testing

@Suite(.timeLimit(.minutes(2))) struct `rows beside a missed delivery` {
  private static let count = 20_000

  /// As many missed purchases as rows whose id is none.
  private func strangers(_ change: (inout Row) -> Void = { _ in }) -> BookMaker {
    var maker = BookMaker()
    for number in 0..<Self.count {
      var sale = Sale("\(100_000 + number)", "coins.100")
      sale.type = .consumable
      maker.sales.append(sale)
      var row = Row("GPA.\(number)", to: "u1", "coins.100")
      row.key = "\(200_000 + number)"
      row.purchaseTime = .noon.minus(days: 1)
      change(&row)
      maker.rows.append(row)
    }
    return maker
  }

  @Test func `are named as far as anybody reads, and counted`() {
    let match = strangers().match()
    for purchase in 0..<match.purchaseCount {
      let fixes = match.group(ofPurchase: purchase).neighbours.possibleFixes
      #expect(fixes.count == Self.count)
      #expect(fixes.first == (200_000..<200_020).map(String.init))
    }
    let words = match.group(ofPurchase: 0).neighbours.possibleFixes.words
    #expect(words.hasSuffix("200019 and 19980 more"))
  }

  @Test(arguments: [
    (Instant.noon.minus(days: 2, hours: 1), true),
    (.noon.minus(days: 2, hours: 1, milliseconds: 1), false), (.noon.plus(days: 12), true),
    (.noon.plus(days: 12, milliseconds: 1), false), (nil, true),
  ])
  func `may have settled it from an hour before to two weeks after`(
    _ written: Instant?, _ mayHave: Bool
  ) {
    let match = BookMaker().sold("1001")
      .granted("GPA.1") { $0.purchaseTime = written }.match()
    #expect(match.group(ofPurchase: 0).neighbours.possibleFixes.isEmpty == !mayHave)
  }

  @Test func `that could not be checked are found by chain and by owner, each once`() {
    var gap = Gap(reason: "a page failed")
    gap.userID = "u1"
    let match = BookMaker()
      .sold("1001", "gold") {
        $0.original = "1000"
        $0.type = .autoRenewable
        $0.token = "t"
      }
      .granted("2001", "gold") {
        $0.original = "1000"
        $0.token = "t"
        $0.purchaseTime = .noon.minus(days: 1)
      }
      .granted("2002", "gold") { $0.token = "t" }
      .granted("2003", "gold")
      .match(
        .noon {
          $0.gaps = [gap]
          $0.isStoreComplete = true
        })
    let rows = match.group(ofPurchase: 0).neighbours.uncheckableRows
    #expect(rows.first == ["1", "2"])
    #expect(rows.count == 2)
  }

  @Test func `the same gap covers a row whatever the order of gaps`() {
    let gaps = [
      gap("everything") { _ in }, gap("user") { $0.userID = "u1" },
      gap("other user") { $0.userID = "u2" }, gap("id") { $0.transactionID = "1001" },
    ]
    for order in gaps.permutations {
      let match = BookMaker().granted("1001").granted("1002").granted("1003", to: "u3")
        .match(.noon { $0.gaps = order })
      #expect(
        (0..<3).map { match.group(ofRow: $0).blindSpot?.reason } == [
          "id", "everything", "everything",
        ])
    }
  }

  private func gap(_ reason: String, _ change: (inout Gap) -> Void) -> Gap {
    var gap = Gap(reason: reason)
    change(&gap)
    return gap
  }
}
