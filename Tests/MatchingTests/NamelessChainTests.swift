import Matching
import Records
import Specimens
import Testing

@Suite struct `subscriptions without an original id` {
  private static let maker = BookMaker()
    .renewed("1001", of: "") { $0.lineItem = "" }.renewed("1002", of: "") { $0.lineItem = "" }
    .granted("1001", to: "u1", "gold.monthly").granted("1002", to: "u2", "gold.monthly")

  @Test func `are no chain of each other`() {
    let groups = Self.maker.groups()
    #expect(groups.map { $0.purchase?.isLaterPeriod } == [false, false])
    #expect(groups.allSatisfy { $0.neighbours.chainAccounts.isEmpty })
  }

  @Test func `give access each to its own account`() {
    let match = Self.maker.match(.noon { $0.rules.subscriptions = .entitlement })
    let rows = match.accessChains.compactMap { match.group(ofChain: Int($0))?.rows.map(\.user) }
    #expect(rows.sorted { $0.joined() < $1.joined() } == [["u1"], ["u2"]])
  }

  @Test func `stand in the chain that their own id names`() {
    let maker = Self.maker.renewed("1003", of: "1001", daysAgo: 1)
    let later = maker.groups().compactMap(\.purchase).filter(\.isLaterPeriod)
    #expect(later.map(\.transactionID) == ["1003"])
  }
}
