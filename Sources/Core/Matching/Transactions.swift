import Records

/// What a store record was besides the one that speaks for its transaction or purchase.
enum RecordRepeat: UInt8, Sendable {
  /// It speaks for its transaction.
  case none
  /// The same record again.
  case duplicate
  /// An earlier state of the same transaction.
  case olderState
}

/// The distinct transactions of a book: all records of one id in one app and environment.
///
/// Of the records of one id the newest statement decides, in whatever order they were read.
struct Transactions: Sendable {
  /// The record that speaks for each transaction.
  private(set) var deciding: [Int32] = []
  /// When it was taken back, as far as the records say together.
  private(set) var revocation: [Moment] = []
  /// Whether its records disagree about when that was.
  private(set) var revocationChanged: [Bool] = []
  /// Whether its records contradict each other.
  private(set) var isConflicting: [Bool] = []
  /// Whether one of its records was answered in this run.
  private(set) var isFresh: [Bool] = []
  /// What each record of the book is.
  private(set) var recordRepeat: [RecordRepeat]
  /// Finds transactions by id.
  private(set) var byID: TextIndex

  private var lastRecord: [Int32] = []
  private var earlierRecord: [Int32]

  init(_ store: StoreBook, texts: TextTable, asOf: Instant) {
    recordRepeat = Array(repeating: .none, count: store.count)
    earlierRecord = Array(repeating: -1, count: store.count)
    byID = TextIndex(textCount: texts.count)
    for record in 0..<store.count { file(record, in: store) }
    for transaction in deciding.indices {
      settle(transaction, store, texts: texts, asOf: asOf)
    }
    lastRecord = []
    earlierRecord = []
  }

  /// The number of transactions.
  var count: Int { deciding.count }

  private mutating func file(_ record: Int, in store: StoreBook) {
    var candidate = byID.first(under: store.transactionID[record].text)
    while let transaction = candidate {
      let other = Int(deciding[transaction])
      if store.environment[other] == store.environment[record],
        store.bundleID[other] == store.bundleID[record]
      {
        earlierRecord[record] = lastRecord[transaction]
        lastRecord[transaction] = Int32(truncatingIfNeeded: record)
        return
      }
      candidate = byID.next(after: transaction)
    }
    byID.append(under: store.transactionID[record].text)
    deciding.append(Int32(truncatingIfNeeded: record))
    lastRecord.append(Int32(truncatingIfNeeded: record))
  }

  private mutating func settle(
    _ transaction: Int, _ store: StoreBook, texts: TextTable, asOf: Instant
  ) {
    let only = Int(lastRecord[transaction])
    guard earlierRecord[only] >= 0 else {
      revocation.append(store.revocationDate[only])
      revocationChanged.append(false)
      isConflicting.append(false)
      isFresh.append(store.isFresh[only])
      return
    }
    var records = [only]
    while let record = records.last, earlierRecord[record] >= 0 {
      records.append(Int(earlierRecord[record]))
    }
    records.sort { store.decides($0, over: $1, asOf: asOf, texts: texts) }
    let newest = records[0]
    deciding[transaction] = Int32(truncatingIfNeeded: newest)
    isFresh.append(records.contains { store.isFresh[$0] })
    isConflicting.append(contradict(records, store, asOf: asOf))
    settleRevocation(records, store)
    for record in records.dropFirst() {
      recordRepeat[record] = store.agree(record, newest) ? .duplicate : .olderState
    }
  }

  /// The newest record that has a say decides whether it is revoked; of the dates that belong to
  /// that one revocation the one stated first is kept, so that a closed month does not move.
  private mutating func settleRevocation(_ newestFirst: [Int], _ store: StoreBook) {
    var dates: [Moment] = []
    for record in newestFirst {
      if store.revocationDate[record].isKnown {
        dates.append(store.revocationDate[record])
      } else if store.isDated(record) {
        break
      }
    }
    revocation.append(dates.last ?? Moment(nil))
    revocationChanged.append(Set(dates).count > 1)
  }

  private func contradict(_ newestFirst: [Int], _ store: StoreBook, asOf: Instant) -> Bool {
    let newest = newestFirst[0]
    let moment = store.moment(of: newest, asOf: asOf)
    for record in newestFirst.dropFirst() {
      if store.moment(of: record, asOf: asOf) == moment, !store.agree(record, newest),
        // What nobody signed is no word of the store's against the store's.
        !store.origin[record].isHearsay, !store.origin[newest].isHearsay
      {
        return true
      }
      if !store.areLinked(record, newest) { return true }
    }
    return false
  }
}

extension StoreBook {
  /// Whether the original ids of two records of one transaction are one, or one came from the
  /// other by a migration.
  fileprivate func areLinked(_ left: Int, _ right: Int) -> Bool {
    let first = originalTransactionID[left]
    let second = originalTransactionID[right]
    if first == second || first.isNone || second.isNone { return true }
    return previousOriginalTransactionID[left] == second
      || previousOriginalTransactionID[right] == first
  }
}
