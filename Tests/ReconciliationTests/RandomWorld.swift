import Matching
import Records
import Specimens

/// A small app with everything that can go wrong, different for each seed.
struct RandomWorld: Sendable, CustomStringConvertible {
  /// What a world may hold.
  struct Oddities: OptionSet, Sendable {
    let rawValue: Int

    /// Records and rows without a time.
    static let timeless = Oddities(rawValue: 1)
    /// Records whose signature was refused.
    static let refused = Oddities(rawValue: 2)
    /// Subscriptions judged by the end of access.
    static let entitlement = Oddities(rawValue: 4)
    static let all: Oddities = [.timeless, .refused, .entitlement]
  }

  let seed: UInt64
  private(set) var maker = BookMaker()
  private(set) var circumstances = Circumstances.noon
  private let oddities: Oddities
  private var random: SeededRandom

  var description: String { "world \(seed)" }

  init(_ seed: UInt64, _ oddities: Oddities = .all) {
    self.seed = seed
    self.oddities = oddities
    random = SeededRandom(seed: seed)
    chooseJob()
    chooseLedgers()
    for number in 0..<Int.random(in: 1...12, using: &random) { sell(number) }
    for _ in 0..<Int.random(in: 0...4, using: &random) { grant(nil) }
    for number in maker.rows.indices where maker.rows[number].key.isEmpty && !random.once(in: 5) {
      maker.rows[number].key = String(number + 1)
    }
    if random.once(in: 3), let row = random.pick(maker.rows) { maker.rows.append(row) }
    if oddities.contains(.refused), random.once(in: 4) { refuse() }
  }

  static let products: [(id: String, type: ProductType)] = [
    ("coins.100", .consumable), ("coins.500", .consumable), ("pro.lifetime", .nonConsumable),
    ("gold.monthly", .autoRenewable), ("silver.monthly", .autoRenewable),
    ("pass.30", .nonRenewing), ("mystery", .unknown),
  ]

  private mutating func chooseJob() {
    circumstances.rules.delivery = random.once(in: 4) ? .client : .server
    circumstances.rules.family = random.pick([.notice, .missed, .ignore]) ?? .notice
    if oddities.contains(.entitlement), random.once(in: 4) {
      circumstances.rules.subscriptions = .entitlement
    }
    if random.once(in: 3) { circumstances.rules.sandboxUsers = ["u3"] }
    circumstances.isStoreComplete = random.once(in: 2)
    if random.once(in: 2) { circumstances.owners = ["a-token": "u1", "b-token": "u9"] }
    if random.once(in: 4) {
      let start = Instant.noon.minus(days: Int64.random(in: 0...60, using: &random))
      circumstances.window = Window(start: start, end: random.once(in: 2) ? .noon : nil)
    }
    if random.once(in: 3) {
      circumstances.products = ProductCatalogue([
        "coins.500": CatalogueEntry(type: .consumable, aliases: ["gold500"]),
        "mystery": CatalogueEntry(type: .nonConsumable, grants: .goods),
      ])
    }
    if random.once(in: 4) {
      var gap = Gap(nature: random.once(in: 2) ? .limit : .gap, reason: "a failed page")
      if random.once(in: 2) { gap.userID = "u2" }
      if random.once(in: 2) { gap.productType = .consumable }
      circumstances.gaps = [gap]
    }
  }

  private mutating func chooseLedgers() {
    let meanings: [RowMeaning] = [.state, .events]
    maker.shapes = [.init("orders", .orders, random.pick(meanings) ?? .state)]
    if random.once(in: 4) {
      maker.shapes.append(.init("shard", .orders, random.pick(meanings) ?? .state))
    }
    if random.once(in: 3) {
      maker.shapes.append(.init("credits", .credits, random.pick(meanings) ?? .state))
    }
  }

  private mutating func sell(_ number: Int) {
    let product = random.pick(Self.products) ?? ("coins.100", .consumable)
    let sale = self.sale("\(1000 + number)", product)
    maker.sales.append(sale)
    if random.once(in: 4) { restate(sale) }
    if random.once(in: 5) { rename(sale, "\(1100 + number)") }
    if product.type == .autoRenewable, random.once(in: 3) { renew(sale) }
    if random.once(in: 10) { repeatSale(sale, "\(1200 + number)") }
    for _ in 0..<(random.once(in: 3) ? Int.random(in: 0...3, using: &random) : 1) { grant(sale) }
  }

  private mutating func sale(_ id: String, _ product: (id: String, type: ProductType)) -> Sale {
    var sale = Sale(id, product.id)
    let isOdd = random.once(in: 3)
    sale.type = random.once(in: 6) ? .unknown : product.type
    sale.original = random.once(in: 3) ? random.pick(["1000", "1001", "", "900"]) ?? "" : id
    sale.date = time(random.once(in: 8) ? 0...2 : 2...2_400)
    sale.originalDate =
      random.once(in: 3) ? maker.sales.randomElement(using: &random)?.date : sale.date
    if product.type == .autoRenewable {
      sale.lineItem = random.once(in: 6) ? random.pick(["", "91"]) ?? "" : "9\(id)"
      sale.expires = sale.date?.plus(days: 30)
      sale.isUpgraded = random.once(in: 8)
    }
    sale.token = random.pick(["", "a-token", "b-token"]) ?? ""
    sale.price = random.once(in: 6) ? random.pick([0, nil, 1_234_567]) ?? nil : 990
    sale.currency = random.once(in: 6) ? "JPY" : "USD"
    guard isOdd else { return sale }
    sale.quantity = Int32.random(in: 0...3, using: &random)
    sale.revoked = random.once(in: 2) ? time(0...300) : nil
    sale.ownership = random.pick([.purchased, .familyShared, .unstated, .assigned]) ?? .purchased
    sale.holder = random.pick(["", "501", "502"]) ?? ""
    sale.environment = random.once(in: 4) ? "Sandbox" : sale.environment
    sale.bundle = random.once(in: 6) ? "com.example.other" : sale.bundle
    sale.origin = random.pick([.signedFile, .unsignedFile, .receipt, .notification]) ?? .signedFile
    sale.previous = random.once(in: 6) ? "1000" : ""
    sale.reason = random.once(in: 3) ? .renewal : .unstated
    sale.stated = random.once(in: 4) ? nil : time(0...100)
    return sale
  }

  private mutating func restate(_ given: Sale) {
    var sale = given
    if random.once(in: 2) { sale.stated = time(0...200) }
    if random.once(in: 2) { sale.revoked = random.once(in: 2) ? nil : time(0...300) }
    if random.once(in: 6) { sale.price = 1_990 }
    if random.once(in: 6) { sale.environment = "Sandbox" }
    if random.once(in: 6) { sale.token = "a-token" }
    maker.sales.append(sale)
  }

  private mutating func rename(_ given: Sale, _ id: String) {
    var sale = given
    sale.id = id
    if random.once(in: 3) { sale.date = sale.date?.plus(milliseconds: 1) }
    if random.once(in: 3) { sale.revoked = time(0...300) }
    if random.once(in: 3) { sale.ownership = .familyShared }
    if random.once(in: 3) { sale.lineItem = "" }
    maker.sales.append(sale)
  }

  /// Bought again half a minute later.
  private mutating func repeatSale(_ given: Sale, _ id: String) {
    var sale = given
    sale.id = id
    sale.date = sale.date?.plus(seconds: 30)
    maker.sales.append(sale)
    grant(sale)
  }

  private mutating func renew(_ given: Sale) {
    var sale = given
    sale.id = "\(given.id)1"
    sale.lineItem = "9\(sale.id)"
    sale.date = sale.date?.plus(days: 10)
    sale.expires = sale.date?.plus(days: 30)
    sale.revoked = nil
    sale.isUpgraded = false
    maker.sales.append(sale)
    grant(sale)
    guard random.once(in: 2) else { return }
    maker = maker.renewing(
      sale.original, graceUntil: random.once(in: 2) ? nil : .noon.plus(days: 5))
  }

  private mutating func refuse() {
    let id = random.pick(["1001", "1500", ""]) ?? ""
    maker = maker.refusing(id).refusing(random.once(in: 2) ? id : "1501", digest: "cd")
    maker = maker.granted(id)
  }

  /// A moment so many hours before noon, on the hour or a little beside it.
  private mutating func time(_ hours: ClosedRange<Int64>) -> Instant? {
    if oddities.contains(.timeless), random.once(in: 30) { return nil }
    let beside: Int64 = random.pick([0, 0, 1_000, -1_000, 59 * 60_000]) ?? 0
    return .noon.minus(hours: Int64.random(in: hours, using: &random), milliseconds: beside)
  }
}

extension RandomWorld {
  private static let strangeIDs = ["", "0", "4.3E+14", "GPA.1", "77", "78", "007", "1001"]

  /// A row for a sale, or for nothing.
  private mutating func grant(_ sale: Sale?) {
    var row = Row(sale?.id ?? "", to: "u1", sale?.product ?? "coins.100")
    row.ledger = UInt16(Int.random(in: 0..<maker.shapes.count, using: &random))
    row.purchaseTime = sale?.date ?? time(0...2_400)
    if random.once(in: 3) { row.grantedAt = row.purchaseTime?.plus(minutes: 1) }
    if sale == nil || random.once(in: 12) { row.id = random.pick(Self.strangeIDs) ?? "" }
    if let sale, random.once(in: 8) { row.id = sale.original }
    row.original = sale?.original ?? ""
    if random.once(in: 2) { row.key = String(maker.rows.count + 1) }
    row.expiresAt = sale?.expires
    if random.once(in: 3) { bend(&row) }
    maker.rows.append(row)
  }

  private mutating func bend(_ row: inout Row) {
    row.user = random.pick(["u1", "u2", "u3", "guest", ""]) ?? "u1"
    row.account = row.user == "guest" ? "u1" : nil
    row.token = random.pick(["", "a-token", "b-token"]) ?? ""
    row.state = random.pick(GrantState.allCases) ?? .granted
    row.product = random.pick([row.product, "coins.500", "gold500", ""]) ?? row.product
    row.environment = random.pick(["", "Production", "Sandbox"]) ?? ""
    row.quantity = random.pick([nil, 0, 1, 2, 3]) ?? nil
    row.amount = random.once(in: 3) ? 990 : nil
    row.isOutOfScope = random.once(in: 6)
    row.lineItem = random.once(in: 4) ? "91001" : ""
    row.expiresAt = random.once(in: 3) ? time(-300...300) : row.expiresAt
    switch Int.random(in: 0..<8, using: &random) {
    case 0: row.grantedAt = .noon.plus(minutes: 5)
    case 1: row.purchaseTime = row.purchaseTime?.minus(hours: 27)
    case 2: row.purchaseTime = row.purchaseTime?.plus(seconds: 2)
    case 3:
      row.purchaseTime = row.purchaseTime.map { Instant(milliseconds: $0.milliseconds / 1_000) }
    case 4 where oddities.contains(.timeless): row.purchaseTime = nil
    default: break
    }
  }
}
