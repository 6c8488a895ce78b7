import Matching
import Records
import Specimens
import Testing

/// Where several records would do, the order in which they were read must not choose.
@Suite struct `the order of reading chooses nothing` {
  @Test func `of purchases that share a line item the buyer's with the lowest id takes a row`() {
    let maker = BookMaker()
      .renewed("2002", of: "2002") { $0.lineItem = "9" }
      .renewed("2001", of: "2001") {
        $0.lineItem = "9"
        $0.ownership = .familyShared
      }
      .granted("", "gold.monthly") { $0.lineItem = "9" }
    for order in maker.everyOrder {
      let tied = order.groups().filter { !$0.rows.isEmpty }
      #expect(tied.map { $0.purchase?.transactionID } == ["2002"])
    }
  }

  @Test func `of places that a row does not claim the job's app and then the claim counts`() {
    let maker = BookMaker()
      .sold("1") { $0.bundle = "b.other" }
      .sold("1") {
        $0.bundle = "a.other"
        $0.environment = "Sandbox"
      }
      .sold("1") {
        $0.bundle = "a.other"
        $0.environment = "Xcode"
      }
      .granted("1")
    for order in maker.everyOrder {
      let tied = order.groups().filter { !$0.rows.isEmpty }
      #expect(tied.map { $0.purchase?.bundleID } == ["b.other"])
    }
  }

  @Test func `aliases that carry different tokens and refunds give one account of themselves`() {
    let maker = BookMaker()
      .renewed("2001", of: "2000") {
        $0.lineItem = "9"
        $0.token = "a"
        $0.revoked = .noon.minus(days: 1)
        $0.percentage = 50_000
      }
      .renewed("2002", of: "2000") {
        $0.lineItem = "9"
        $0.token = "b"
        $0.revoked = .noon.minus(days: 1)
        $0.percentage = 100_000
      }
    let accounts = Set(
      maker.everyOrder.flatMap { $0.groups() }.map {
        "\($0.purchase?.accountToken ?? "") \($0.purchase?.revocationPercentage ?? 0)"
      })
    #expect(accounts == ["a 50000"])
  }

  @Test func `of two ids before a migrated chain the lower counts`() {
    let maker = BookMaker()
      .renewed("100", of: "100", daysAgo: 90).renewed("200", of: "200", daysAgo: 60)
      .renewed("301", of: "300", daysAgo: 30) { $0.previous = "200" }
      .renewed("302", of: "300", daysAgo: 0) { $0.previous = "100" }
    let later = Set(
      maker.everyOrder.map { order in
        order.groups().filter { $0.purchase?.isLaterPeriod == true }
          .map { $0.purchase?.transactionID ?? "" }
      })
    #expect(later == [["301", "302"]])
  }
}
