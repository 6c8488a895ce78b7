import Matching
import Records
import Specimens
import Testing

/// Who a purchase belongs to, as far as its account token tells.
@Suite struct `owners` {
  static let map = Circumstances.noon { $0.owners = ["a-token": "u1"] }

  @Test(arguments: [
    Owning("the map names another", "a-token", "u2", "", true, map),
    Owning("the map names this account", "a-token", "u1", "b-token", false, map),
    Owning("the map does not know the token", "c-token", "u2", "", false, map),
    Owning("the tokens differ", "a-token", "u2", "b-token", true, .noon),
    Owning("the tokens are one", "a-token", "u2", "a-token", false, .noon),
    Owning("the row has no token", "a-token", "u2", "", false, .noon),
    Owning("the purchase has no token", "", "u2", "b-token", false, map),
  ])
  func `differ`(_ example: Owning) {
    let maker = BookMaker().sold("1001") { $0.token = example.token }
      .granted("1001", to: example.user) { $0.token = example.rowToken }
    let facts = maker.match(example.circumstances).facts(ofPurchase: 0)
    #expect(facts.contains(.ownerDiffers) == example.differ)
  }

  @Test func `whom no book mentions are somebody else`() {
    let absent = Circumstances.noon { $0.owners = ["a-token": "u9"] }
    let maker = BookMaker().sold("1001") { $0.token = "a-token" }.granted("1001")
    #expect(maker.match(absent).facts(ofPurchase: 0).contains(.ownerDiffers))
  }

  @Test func `are those of the canonical account`() {
    let maker = BookMaker().sold("1001") { $0.token = "a-token" }
      .granted("1001", to: "guest") { $0.account = "u1" }
    #expect(!maker.match(Self.map).facts(ofPurchase: 0).contains(.ownerDiffers))
  }

  @Test func `are known by whichever alias carries a token, the lowest first`() {
    let maker = BookMaker().unlocked("1001", "").unlocked("1002", "a-token")
      .unlocked("1003", "b-token").granted("1003", to: "u2", "pro.lifetime")
    for order in maker.everyOrder {
      #expect(order.groups().first?.purchase?.accountToken == "a-token")
      #expect(order.match(Self.map).facts(ofPurchase: 0).contains(.ownerDiffers))
    }
  }

  @Test func `that are wrong are told once for a chain`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32) { $0.token = "a-token" }
      .renewed("1002", of: "1001") { $0.token = "a-token" }
      .granted("1001", to: "u2", "gold.monthly") { $0.purchaseTime = nil }.granted(
        "1002", to: "u2", "gold.monthly")
    for order in maker.everyOrder {
      #expect(order.groups(Self.map).map(\.neighbours.isOwnerKnownWrong) == [false, true])
    }
  }

  @Test func `that are wrong in two ways are told twice`() {
    let maker = BookMaker().renewed("1001", of: "1001", daysAgo: 32) { $0.token = "a-token" }
      .renewed("1002", of: "1001") { $0.token = "a-token" }
      .granted("1001", to: "u2", "gold.monthly") { $0.purchaseTime = nil }.granted(
        "1002", to: "u3", "gold.monthly")
    #expect(maker.groups(Self.map).map(\.neighbours.isOwnerKnownWrong) == [false, false])
  }

  struct Owning: Sendable, CustomStringConvertible {
    let description: String
    let token: String
    let user: String
    let rowToken: String
    let differ: Bool
    let circumstances: Circumstances

    init(
      _ reason: String, _ token: String, _ user: String, _ rowToken: String, _ differ: Bool,
      _ circumstances: Circumstances
    ) {
      description = reason
      self.token = token
      self.user = user
      self.rowToken = rowToken
      self.differ = differ
      self.circumstances = circumstances
    }
  }
}

extension BookMaker {
  fileprivate func unlocked(_ id: String, _ token: String) -> BookMaker {
    sold(id, "pro.lifetime") {
      $0.type = .nonConsumable
      $0.original = "1001"
      $0.token = token
    }
  }
}
