import Records

/// Turns a story's steps into what the store and the ledger hold of it.
struct StoryTeller {
  let clock: Instant
  let bundleID: String
  let firstRowID: Int64
  var mint: Mint
  var storefront: Storefront
  let accountToken: String
  var story: Story
  var chapter = Chapter()
  /// What the labels of purchases stand for.
  private var sold: [String: Sold] = [:]
  /// What the labels of rows stand for, as positions in the chapter.
  private var rows: [String: Int] = [:]
  /// The purchase that each row of the chapter speaks of.
  private var purchaseOfRow: [Int?] = []
  private var purchaseCount = 0
  /// Chains whose money did not come, by original id.
  var failures: [String: RenewalFailure] = [:]

  /// A purchase under one of its ids.
  struct Sold {
    /// The newest version of the record, as a position in the chapter.
    var version: Int
    /// A number that all ids of one purchase share.
    let purchase: Int
  }

  /// Starts the story of that number in the world of that seed.
  init(
    _ story: Story, number: Int, seed: UInt64, clock: Instant, bundleID: String, firstRowID: Int64
  ) {
    mint = Mint(seed: seed, story: number)
    storefront = Storefront.pick(&mint.random)
    accountToken = mint.random.uuid()
    self.story = story
    self.clock = clock
    self.bundleID = bundleID
    self.firstRowID = firstRowID
    chapter.customer = mint.appTransactionID()
  }

  /// Tells the whole story.
  mutating func tell() throws(ScenarioFailure) -> Chapter {
    for step in story.steps { try take(step) }
    try endFailures()
    if let why = story.silentBecause {
      var ids: [String] = []
      for version in chapter.versions where !ids.contains(version.transaction.transactionID) {
        ids.append(version.transaction.transactionID)
      }
      let rows = chapter.rows.map { String($0.rowID) }
      chapter.trap = SilentTrap(name: story.name, why: why, transactionIDs: ids, rows: rows)
    }
    return chapter
  }

  private mutating func take(_ step: Step) throws(ScenarioFailure) {
    switch step {
    case .buy(let purchase): try buy(purchase)
    case .renew(let label, let first, let ago):
      try renew(label, of: first, at: ago.map { moment($0) })
    case .cancel(let label, let ago): try cancel(label, at: moment(ago))
    case .failToRenew(let label, let grace): try failToRenew(label, grace: grace)
    case .lapse(let label, let ago): try lapse(label, at: ago.map { moment($0) })
    case .notify(let announcement): try announce(announcement)
    case .delivery(let sending): try deliver(sending)
    case .upgrade(let label, let old, let product, let ago, let paysBack):
      try upgrade(label, of: old, to: product, at: moment(ago), paysBack: paysBack)
    case .twin(let label, let first, let isListed): try twin(label, of: first, isListed: isListed)
    case .restore(let label, let first, let ago):
      try restore(label, of: first, at: moment(ago))
    case .refund(let label, let ago): try refund(label, at: moment(ago))
    case .reverseRefund(let label, let ago):
      try reverseRefund(label, at: moment(ago))
    case .grant(let grant): try write(grant)
    case .plant(let kind, let label): try plant(kind, on: label)
    case .plantRow(let kind, let label): try plant(kind, row: label)
    }
  }

  /// The moment of a step; whole days are given a time of day, so that not all fall on one.
  mutating func moment(_ ago: Ago) -> Instant {
    let isRound = ago.milliseconds > 0 && ago.milliseconds % Milliseconds.day == 0
    let earlier = isRound ? mint.random.number(in: 0...43_000) * Milliseconds.second : 0
    return clock.adding(milliseconds: -ago.milliseconds - earlier)
  }

  // What has been told so far.

  /// The record as it stands after the steps so far.
  func transaction(_ label: String) throws(ScenarioFailure) -> SoldTransaction {
    chapter.versions[try told(label).version].transaction
  }

  /// The purchase that a label stands for.
  func told(_ label: String) throws(ScenarioFailure) -> Sold {
    guard let found = sold[label] else {
      throw .unknownLabel(story: story.name, label: label)
    }
    return found
  }

  /// All ids of the purchase, the first told first.
  func aliases(of label: String) throws(ScenarioFailure) -> [String] {
    let purchase = try told(label).purchase
    return sold.filter { $0.value.purchase == purchase }
      .sorted { $0.value.version < $1.value.version }.map(\.key)
  }

  /// The number of a purchase that none of the earlier ones is.
  mutating func newPurchase() -> Int {
    purchaseCount += 1
    return purchaseCount
  }

  /// Adds a new id.
  mutating func add(
    _ label: String, _ version: RecordVersion, purchase: Int
  ) throws(ScenarioFailure) {
    guard sold[label] == nil else { throw .labelTwice(story: story.name, label: label) }
    chapter.versions.append(version)
    sold[label] = Sold(version: chapter.versions.count - 1, purchase: purchase)
  }

  /// Adds a later version of a known id.
  mutating func change(
    _ label: String, at moment: Instant, _ change: (inout SoldTransaction) -> Void
  ) throws(ScenarioFailure) {
    var version = chapter.versions[try told(label).version]
    version.at = moment
    change(&version.transaction)
    chapter.versions.append(version)
    sold[label]?.version = chapter.versions.count - 1
  }

  /// Adds a row, and ties it to the purchase that it speaks of.
  mutating func add(
    _ row: GrantRow, label: String?, of purchase: String?
  ) throws(ScenarioFailure) {
    var numbered = row
    numbered.rowID = firstRowID + Int64(chapter.rows.count)
    if let label { rows[label] = chapter.rows.count }
    if let purchase {
      purchaseOfRow.append(try told(purchase).purchase)
    } else {
      purchaseOfRow.append(nil)
    }
    chapter.rows.append(numbered)
  }

  /// The rows tied to a purchase.
  func rows(of label: String) throws(ScenarioFailure) -> [GrantRow] {
    let purchase = try told(label).purchase
    return chapter.rows.indices.filter { purchaseOfRow[$0] == purchase }.map { chapter.rows[$0] }
  }

  /// The row of that label.
  func row(_ label: String) throws(ScenarioFailure) -> GrantRow {
    guard let position = rows[label] else {
      throw .unknownLabel(story: story.name, label: label)
    }
    return chapter.rows[position]
  }
}
