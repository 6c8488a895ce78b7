import Matching
import Reconciliation
import Records
import Rules
import Specimens
import Testing

/// What a finding's id is made of: a contract, since a changed id makes an open finding look new.
@Suite struct `the id of a finding` {
  @Test(arguments: [
    Named(
      "a consumable", BookMaker().sold("1001"),
      ["missed-delivery", "com.example.game", "Production", "transaction/1001"]),
    Named(
      "a pass", BookMaker().sold("1001") { $0.type = .nonRenewing },
      ["missed-delivery", "com.example.game", "Production", "transaction/1001"]),
    Named(
      "an unlock", BookMaker().unlocked("1002"),
      ["missed-delivery", "com.example.game", "Production", "original/1001"]),
    Named(
      "a period", BookMaker().renewed("1002", of: "1001"),
      ["missed-delivery", "com.example.game", "Production", "line-item/91002"]),
    Named(
      "a period without a line item",
      BookMaker().renewed("1002", of: "1001") { $0.lineItem = "" },
      [
        "missed-delivery", "com.example.game", "Production",
        "period/1001/gold.monthly/1772971200000",
      ]),
    Named(
      "a family member's copy",
      BookMaker().unlocked("1002") {
        $0.ownership = .familyShared
        $0.holder = "501"
      }, ["missed-delivery", "com.example.game", "Production", "shared/501/original/1001"]),
    Named(
      "a test purchase",
      BookMaker().sold("1001") { $0.environment = "Sandbox" }.granted("1001"),
      ["environment-mismatch", "com.example.game", "Sandbox", "transaction/1001"]),
    Named(
      "a row without a purchase", BookMaker().granted("5"),
      [
        "unknown-grant", "com.example.game", "Production", "5", "u1", "coins.100",
        "2026-03-08T12:00:00Z", "1",
      ]),
    Named(
      "a row without a key", BookMaker().granted("5") { $0.key = "" },
      [
        "unknown-grant", "com.example.game", "Production", "5", "u1", "coins.100",
        "2026-03-08T12:00:00Z", "",
      ]),
    Named(
      "a row of one of two ledgers", BookMaker(.init("a"), .init("b")).granted("5"),
      [
        "unknown-grant", "com.example.game", "Production", "5", "u1", "coins.100",
        "2026-03-08T12:00:00Z", "a:1",
      ]),
    Named(
      "a refused record", BookMaker().refusing("1001"),
      ["unverifiable", "com.example.game", "Production", "refused/1001"]),
    Named(
      "a refused record that cannot be read", BookMaker().refusing("", digest: "ab12"),
      ["unverifiable", "com.example.game", "Production", "refused/ab12"]),
  ])
  func `is a hash of`(_ named: Named) throws {
    let wanted = named.parts.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0] }
    let reconciler = Reconciler(Named.circumstances) { $0 == wanted ? [0xAB, 0x01] : [0xFF] }
    #expect(try reconciler.reconcile(named.maker.books()).findings.map(\.id) == ["ab01"])
  }

  @Test func `does not change with the purchase's other facts`() {
    let before = BookMaker().sold("1001").outcome(Named.circumstances)
    let after = BookMaker().sold("1001", "gems") {
      $0.price = 5
      $0.date = .noon.minus(days: 9)
      $0.token = "a-token"
    }.outcome(Named.circumstances)
    #expect(before?.findings.map(\.id) == after?.findings.map(\.id))
  }

  @Test(arguments: [
    ("an unlock", BookMaker().unlocked("1002"), BookMaker().unlocked("1002").unlocked("1001")),
    (
      "a period", BookMaker().renewed("1003", of: "1001"),
      BookMaker().renewed("1003", of: "1001").renewed("1002", of: "1001") { $0.lineItem = "91003" }
    ),
    (
      "a family member's copy", BookMaker().familyCopy("1003"),
      BookMaker().familyCopy("1003").familyCopy("1002")
    ),
  ])
  func `carries over when an alias is learned`(
    _ words: String, _ before: BookMaker, _ after: BookMaker
  ) {
    let ids = [before, after].map { $0.outcome(Named.circumstances)?.findings.map(\.id) }
    #expect(ids[0]?.count == 1)
    #expect(ids[0] == ids[1])
  }

  @Test func `is each row's own, even where two rows say the same and have no key`() {
    let maker = BookMaker().granted("5") { $0.key = "" }.granted("5") { $0.key = "" }
    let ids = maker.outcome(Named.circumstances)?.findings.map(\.id) ?? []
    #expect(Set(ids).count == 2)
    let first = BookMaker().granted("5") { $0.key = "" }.outcome(Named.circumstances)
    #expect(first?.findings.first.map { ids.contains($0.id) } == true)
  }

  @Test func `is each kind's own`() {
    let maker = BookMaker().sold("1001") { $0.token = "a-token" }.granted("1001", to: "u2", "gems")
      .granted("1001", to: "u2", "gems")
    let outcome = maker.outcome(.noon { $0.owners = ["a-token": "u1"] })
    #expect(Set(outcome?.findings.map(\.id) ?? []).count == 3)
  }
}

/// A book with one finding, and what the finding's name is made of.
struct Named: Sendable, CustomStringConvertible {
  let description: String
  let maker: BookMaker
  let parts: [String]

  init(_ words: String, _ maker: BookMaker, _ parts: [String]) {
    description = words
    self.maker = maker
    self.parts = parts
  }

  static let circumstances = Circumstances.noon {
    $0.isStoreComplete = true
    $0.rules.family = .missed
  }
}

extension BookMaker {
  fileprivate func unlocked(_ id: String, _ change: (inout Sale) -> Void = { _ in }) -> BookMaker {
    sold(id, "pro.lifetime") { sale in
      sale.type = .nonConsumable
      sale.original = "1001"
      change(&sale)
    }
  }

  fileprivate func familyCopy(_ id: String) -> BookMaker {
    unlocked(id) {
      $0.ownership = .familyShared
      $0.holder = "501"
    }
  }
}
