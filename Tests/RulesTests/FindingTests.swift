import Matching
import Records
import Rules
import Specimens
import Testing

/// What a finding tells a person besides its kind.
@Suite struct `a finding` {
  static let judging = Judging(.noon, digest: toyDigest)

  @Test func `says which transaction, what both books say, what is wrong, what besides`() {
    let group = MatchGroup.paid().granted { $0.quantity = 2 }
    let finding = Self.judging.findings(group).first
    #expect(
      finding?.evidence == [
        "store: 1001 of coins.100, bought 2026-03-08T12:00:00Z, 0.990 USD",
        "ledger: row 1, granted to u1, product coins.100, id 1001, quantity 2, at "
          + "2026-03-08T12:00:00Z",
        "2 units granted for 1 paid",
      ])
    let shared = MatchGroup.paidUnlock().familyShared().refunded().granted()
    #expect(Self.judging.findings(shared).first?.evidence.last?.contains("family") == true)
  }

  @Test func `says that there is no row`() {
    let evidence = Self.judging.findings(.paid().tokened("a-token")).first?.evidence
    #expect(evidence?.dropFirst() == ["ledger: no row", "it was paid for and nothing was granted"])
  }

  @Test func `names every id, user and row, and both quantities`() {
    let group = MatchGroup.paid().ofUnits(3).buying { $0.transactionIDs = ["1001", "1002"] }
      .granted(to: "u2").granted(to: "u1").granted(to: "u1").granted(to: "u1")
    let finding = Self.judging.findings(group).first
    #expect(finding?.kind == .crossAccountGrant)
    #expect(finding?.transactionID == "1001")
    #expect(finding?.transactionIDs == ["1001", "1002"])
    #expect(finding?.userIDs == ["u1", "u2"])
    #expect(finding?.rows == ["1", "2", "3", "4"])
    #expect(finding?.quantityPaid == 3)
    #expect(finding?.quantityGranted == 4)
    #expect(finding?.status == .new)
  }

  @Test func `about a row without a purchase carries the row's own facts`() {
    let group = MatchGroup.unexplained("o1_9fKx") {
      $0.amount = Money(milliunits: 5, currency: "USD")
    }
    .with { $0.idFault = .foreign }
    let finding = Self.judging.findings(group).first
    #expect(finding?.kind == .badLedgerRow)
    #expect(finding?.transactionID == "o1_9fKx")
    #expect(finding?.userIDs == ["u1"])
    #expect(finding?.rows == ["1"])
    #expect(finding?.amount?.milliunits == 5)
    #expect(finding?.quantityPaid == nil)
    #expect(finding?.isConfirmed == false)
  }

  @Test(arguments: [
    (3, Int64(2_970), 1, Int64(990)), (3, 1_000, 1, 333), (3, 1_000, 2, 666), (1, 990, 4, 3_960),
    (2, -990, 1, -495),
  ])
  func `weighs units by their share of the price`(
    _ quantity: Int, _ price: Int64, _ units: Int, _ share: Int64
  ) {
    let purchase = MatchGroup.paid().ofUnits(quantity).buying {
      $0.price = Money(milliunits: price, currency: "USD")
    }.purchase
    #expect(purchase?.price(ofUnits: units)?.milliunits == share)
  }
}
