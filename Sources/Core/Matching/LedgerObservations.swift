import Records

/// What holds for a ledger as a whole, and is then said once instead of row by row.
struct LedgerObservations: Sendable {
  /// Said to the reader of the verdict.
  private(set) var messages: [String] = []
  /// The ledgers whose times are wrong in most rows.
  private(set) var wrongTimeColumns: Set<UInt16> = []
  /// The ledgers that call most of the job's own purchases by another environment.
  private(set) var reversedEnvironments: Set<UInt16> = []
  /// Whether subscriptions cannot be judged by period, since the ledger does not keep periods.
  private(set) var looksLikeEntitlement = false

  /// Fewer rows than these are told one by one.
  private static let enough = 20

  init(_ tied: Tied, _ circumstances: Circumstances) {
    for ledger in tied.books.ledger.ledgers.indices {
      observeTimes(UInt16(ledger), tied)
      observeEnvironments(UInt16(ledger), tied)
    }
    if circumstances.rules.subscriptions == .perPeriod { observeShape(tied) }
  }

  private mutating func observeTimes(_ ledger: UInt16, _ tied: Tied) {
    let rows = tied.books.ledger
    var compared = 0
    var wrong = 0
    var shifts: [Int64: Int] = [:]
    for row in 0..<rows.count
    where rows.ledger[row] == ledger && tied.purchaseOfRow[row] >= 0 {
      guard let time = rows.purchaseTime[row].instant,
        let date = tied.purchases.date[Int(tied.purchaseOfRow[row])].instant
      else { continue }
      compared += 1
      if TimeDifference(ledger: time, purchase: date) != nil { wrong += 1 }
      if let shift = Self.wholeShift(time, date) { shifts[shift, default: 0] += 1 }
    }
    guard compared >= Self.enough else { return }
    let name = rows.ledgers[Int(ledger)].name
    if wrong * 2 >= compared {
      wrongTimeColumns.insert(ledger)
      messages.append(
        "ledger \(name): \(wrong) of \(compared) purchase times lie far from the store's; "
          + "look at the column's unit and time zone (no row is reported for its time)")
    }
    let common = shifts.max {
      ($0.value, $1.key.magnitude, $0.key) < ($1.value, $0.key.magnitude, $1.key)
    }
    if let common, common.value * 2 >= compared {
      messages.append(
        "ledger \(name): \(common.value) of \(compared) purchase times are the store's shifted by "
          + "\(common.key) minutes; is the column local time? set timeZone")
    }
  }

  /// Test purchases that were granted as real do not count here: that is no column's fault.
  private mutating func observeEnvironments(_ ledger: UInt16, _ tied: Tied) {
    let rows = tied.books.ledger
    var claiming = 0
    var reversed = 0
    for row in 0..<rows.count
    where rows.ledger[row] == ledger && tied.purchaseOfRow[row] >= 0
      && !rows.environment[row].isNone
    {
      claiming += 1
      let isOurs = tied.isOurs(Int(tied.purchaseOfRow[row]))
      if isOurs, tied.tie[row] == .otherEnvironment { reversed += 1 }
    }
    guard claiming >= Self.enough, reversed * 2 >= claiming else { return }
    reversedEnvironments.insert(ledger)
    messages.append(
      "ledger \(rows.ledgers[Int(ledger)].name): \(reversed) of \(claiming) rows claim another "
        + "environment than that of their purchase; is the column reversed? (no row is reported "
        + "for its environment)")
  }

  /// The shift in minutes if it is a whole number of half hours, but for a minute.
  private static func wholeShift(_ time: Instant, _ date: Instant) -> Int64? {
    let half = Milliseconds.hour / 2
    let difference = time.milliseconds(since: date)
    guard difference.magnitude < UInt64(27 * Milliseconds.hour) else { return nil }
    let steps = (difference + (difference < 0 ? -half / 2 : half / 2)) / half
    guard steps != 0, (difference - steps * half).magnitude <= UInt64(Milliseconds.minute) else {
      return nil
    }
    return steps * 30
  }

  /// A ledger that writes every renewal under the original id, or keeps one row a subscription,
  /// cannot show periods.
  private mutating func observeShape(_ tied: Tied) {
    var chainCount = 0
    var repeating = 0
    var single = 0
    var several = 0
    for chain in tied.chains.purchases where chain.count > 1 && tied.isOurs(Int(chain[0])) {
      chainCount += 1
      let counts = Self.rows(of: chain, tied)
      if counts.underOriginal >= 2 { repeating += 1 }
      if counts.all == 1 { single += 1 }
      if counts.all > 1 { several += 1 }
    }
    guard chainCount >= Self.enough else { return }
    guard repeating * 2 > chainCount || (several == 0 && single * 2 > chainCount) else { return }
    looksLikeEntitlement = true
    messages.append(
      "the ledger looks like `entitlement`: of \(chainCount) subscriptions with several periods "
        + (several == 0 ? "none has a second row" : "\(repeating) repeat the original id")
        + ", so which row means which period cannot be known; set rules.subscriptions")
  }

  private static func rows(of chain: [Int32], _ tied: Tied) -> (all: Int, underOriginal: Int) {
    var all = 0
    var underOriginal = 0
    for purchase in chain {
      let original = tied.books.store.originalTransactionID[tied.record(of: Int(purchase))]
      for row in tied.rows[Int(purchase)] {
        all += 1
        if tied.books.ledger.transactionID[Int(row)].text == original.text { underOriginal += 1 }
      }
    }
    return (all, underOriginal)
  }
}
