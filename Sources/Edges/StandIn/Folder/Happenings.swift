import Records
import SQLite

/// What happens in a world between its clock and a later one.
struct Happenings: ~Copyable {
  let world: WorldDatabase
  private let ledger: LedgerDatabase
  private let identity: StoreIdentity
  private let end: Instant
  private(set) var changes: [WorldChange] = []
  private var random: SeededRandom
  /// Known customers of production in a shuffled order; each has one change at most.
  private var waiting: [String] = []
  private var used: Set<String> = []
  private var chapters: [(chapter: Chapter, sale: SoldTransaction, user: String?)] = []
  private var nextStory: Int

  init(
    world: consuming WorldDatabase, ledger: consuming LedgerDatabase, _ identity: StoreIdentity,
    seed: UInt64, until end: Instant
  ) throws(SQLiteFailure) {
    let stories = try world.count("stories")
    let customers = try world.customers()
    var random = SeededRandom(seed: seed &+ 0x7E57, stream: Int(stories))
    self.world = world
    self.ledger = ledger
    self.identity = identity
    self.end = end
    nextStory = Int(stories) + 1
    waiting = customers.shuffled(using: &random)
    self.random = random
  }

  /// How many customers production has.
  var customerCount: Int { waiting.count + used.count }

  /// Lets so many things happen, and writes them.
  mutating func happen(
    _ count: Int, _ upkeep: StoreFolder.LedgerUpkeep
  ) throws(SQLiteFailure) {
    let renewals = try renew(atMost: count / 5)
    let refunds = min((count * 3 + 9) / 10, count - renewals)
    try refund(refunds)
    for number in 0..<max(0, count - changes.count) {
      if number % 10 == 9 { buyAnew() } else { try buy() }
    }
    try write(upkeep)
  }

  // What can happen.

  private mutating func renew(atMost limit: Int) throws(SQLiteFailure) -> Int {
    let ending = try world.periods(endingFrom: identity.clock, to: end)
    for period in ending.shuffled(using: &random) where changes.count < limit {
      guard let newest = SoldTransaction(reading: period.payload), let start = newest.expiresDate,
        !used.contains(period.customer)
      else { continue }
      let chain = try world.records(of: period.customer, at: end)
        .compactMap { SoldTransaction(reading: $0.payload) }
        .filter { $0.originalTransactionID == newest.originalTransactionID }
      guard chain.allSatisfy({ $0.purchaseDate <= newest.purchaseDate }) else { continue }
      var mint = Mint(seed: identity.seed, story: takeStory())
      var sale = newest
      sale.transactionID = mint.transactionID()
      sale.lineItemID = mint.lineItemID()
      sale.purchaseDate = start
      sale.expiresDate = start.adding(
        milliseconds: sale.product.periodDays * Milliseconds.day)
      sale.isRenewal = true
      sale.isFreeTrial = false
      note(.renewal, sale, period.customer, at: start, &mint, previous: newest.transactionID)
    }
    return changes.count
  }

  private mutating func refund(_ count: Int) throws(SQLiteFailure) {
    let before = changes.count
    let twoYears = end.adding(milliseconds: -730 * Milliseconds.day)
    if count > 0 {
      for old in try world.refundable(boughtBefore: twoYears).shuffled(using: &random)
      where changes.count == before && !used.contains(old.customer) {
        refund(old)
      }
    }
    while changes.count - before < count, let customer = takeCustomer() {
      let records = try world.records(of: customer, at: end).filter(\.isRefundable)
      if let record = records.randomElement(using: &random) { refund(record) }
    }
  }

  private mutating func refund(_ record: WorldDatabase.CustomerRecord) {
    guard var sale = SoldTransaction(reading: record.payload) else { return }
    var mint = Mint(seed: identity.seed, story: takeStory())
    let moment = moment()
    sale.revocation = .init(date: moment)
    note(
      .refund, sale, record.customer, at: moment, &mint, previous: sale.transactionID,
      orderNumber: record.orderNumber)
  }

  private mutating func buy() throws(SQLiteFailure) {
    while let customer = takeCustomer() {
      // The first record is the one that a ledger row most surely has.
      guard let known = try world.records(of: customer, at: end).first,
        let first = SoldTransaction(reading: known.payload), !first.isFamilyShared
      else { continue }
      var mint = Mint(seed: identity.seed, story: takeStory())
      let product = coins()
      let moment = moment()
      let id = mint.transactionID()
      var sale = SoldTransaction(
        transactionID: id, originalTransactionID: id, bundleID: identity.bundleID,
        product: product, purchaseDate: moment, originalPurchaseDate: moment,
        environment: .production, storefront: first.storefront, appTransactionID: customer)
      sale.accountToken = first.accountToken
      return note(.purchase, sale, customer, at: moment, &mint, previous: first.transactionID)
    }
  }

  private mutating func buyAnew() {
    var mint = Mint(seed: identity.seed, story: takeStory())
    let moment = moment()
    let id = mint.transactionID()
    var sale = SoldTransaction(
      transactionID: id, originalTransactionID: id, bundleID: identity.bundleID,
      product: coins(), purchaseDate: moment, originalPurchaseDate: moment,
      environment: .production, storefront: .pick(&mint.random),
      appTransactionID: mint.appTransactionID())
    sale.accountToken = mint.random.uuid()
    note(.newCustomer, sale, sale.appTransactionID, at: moment, &mint, previous: nil)
  }

  // How it is noted.

  private mutating func note(
    _ kind: WorldChange.Kind, _ sale: SoldTransaction, _ customer: String, at moment: Instant,
    _ mint: inout Mint, previous: String?, orderNumber: String? = nil
  ) {
    used.insert(customer)
    var chapter = Chapter()
    chapter.customer = customer
    chapter.versions = [
      RecordVersion(
        at: moment, customer: customer,
        orderNumber: orderNumber ?? OrderNumber.number(of: sale.transactionID),
        transaction: sale)
    ]
    let delay = mint.random.number(in: 2...9) * Milliseconds.second
    chapter.notifications = [
      SentNotification(
        at: moment.adding(milliseconds: delay), type: kind.notificationType,
        uuid: mint.random.uuid(), environment: .production, version: 0)
    ]
    let user = previous == nil ? mint.userID() : nil
    chapters.append((chapter, sale, user))
    changes.append(
      WorldChange(
        kind: kind, transactionID: sale.transactionID,
        originalTransactionID: sale.originalTransactionID, customer: customer,
        productID: sale.product.id, purchaseDate: sale.purchaseDate, at: moment,
        known: previous))
  }

  private mutating func write(_ upkeep: StoreFolder.LedgerUpkeep) throws(SQLiteFailure) {
    let stories = Int64(nextStory - 1)
    try world.database.execute("PRAGMA synchronous = OFF; BEGIN")
    var writer = try WorldWriter(world)
    for entry in chapters { try writer.add(entry.chapter) }
    try world.keep(stories, as: "stories")
    try world.database.execute("COMMIT")
    guard upkeep == .update else { return }
    try ledger.database.execute("PRAGMA synchronous = OFF; BEGIN")
    for (entry, change) in zip(chapters, changes) {
      try ledger.note(change, entry.sale, newUser: entry.user)
    }
    try ledger.database.execute("COMMIT")
  }

  private mutating func takeStory() -> Int {
    defer { nextStory += 1 }
    return nextStory
  }

  private mutating func takeCustomer() -> String? {
    while let customer = waiting.popLast() {
      if !used.contains(customer) { return customer }
    }
    return nil
  }

  /// A moment so long before the end that its notification lies before it too.
  private mutating func moment() -> Instant {
    let span = end.milliseconds - identity.clock.milliseconds
    return identity.clock.adding(
      milliseconds: random.number(in: 1...span / 1_000 - 10) * Milliseconds.second)
  }

  private mutating func coins() -> ProductOnSale {
    [ProductOnSale.coins100, .coins500, .coins1200][Int(random.number(in: 0...2))]
  }
}

extension WorldChange.Kind {
  fileprivate var notificationType: String {
    switch self {
    case .purchase, .newCustomer: "ONE_TIME_CHARGE"
    case .renewal: "DID_RENEW"
    case .refund: "REFUND"
    }
  }
}
