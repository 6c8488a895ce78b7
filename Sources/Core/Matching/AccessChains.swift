import Records

/// The end of access of each chain, by the store's word.
///
/// It is that of the newest period which stands: a revoked one counts up to its revocation, an
/// upgraded one not at all; a grace period counts, billing retry without one does not.
struct AccessChains: Sendable {
  private let tied: Tied
  private let circumstances: Circumstances
  private let renewals: [OriginalTransactionID: RenewalRecord]
  /// The rows of each chain.
  let rows: Grouped

  init(_ tied: Tied, _ circumstances: Circumstances) {
    self.tied = tied
    self.circumstances = circumstances
    rows = Grouped(owners: tied.chainOfRow, ownerCount: tied.chains.purchases.count)
    var newest: [OriginalTransactionID: RenewalRecord] = [:]
    for renewal in tied.books.store.renewals
    where renewal.environment.isNone || renewal.environment == tied.environment {
      let known = newest[renewal.originalTransactionID]
      if Self.isNewer(renewal, than: known) { newest[renewal.originalTransactionID] = renewal }
    }
    renewals = newest
  }

  private static func isNewer(_ renewal: RenewalRecord, than known: RenewalRecord?) -> Bool {
    guard let known else { return true }
    let first = renewal.statedAt?.milliseconds ?? .min
    let second = known.statedAt?.milliseconds ?? .min
    if first != second { return first > second }
    return (renewal.gracePeriodExpiresDate?.milliseconds ?? .min)
      > (known.gracePeriodExpiresDate?.milliseconds ?? .min)
  }

  /// The access of a chain.
  func access(of chain: Int) -> Access {
    let periods = tied.chains.purchases[chain].map(Int.init)
    let judged = periods.filter { !tied.purchases.isSuperseded[$0] }
    let news = renewal(of: periods)
    let last = last(of: judged)
    let settled = self.last(of: judged.filter(isSettled))
    let byExpiry = last.map { !tied.purchases.revocation[$0].isKnown } ?? false
    return Access(
      end: last.flatMap { end(of: $0, news) }, settledEnd: settled.flatMap { end(of: $0, news) },
      mayHaveGrace: news == nil && byExpiry, endsByExpiry: byExpiry, chainIDs: ids(of: periods))
  }

  private func last(of periods: [Int]) -> Int? {
    periods.max { (end(of: $0) ?? Self.never) < (end(of: $1) ?? Self.never) }
  }

  /// The end of a period, and of the grace period after it unless it was revoked.
  private func end(of purchase: Int, _ news: RenewalRecord?) -> Instant? {
    guard let end = end(of: purchase) else { return nil }
    guard !tied.purchases.revocation[purchase].isKnown, let grace = news?.gracePeriodExpiresDate
    else { return end }
    return max(end, grace)
  }

  /// The period after which a chain is called in reports: the newest that stands.
  func newestPeriod(of chain: Int) -> Int {
    let periods = tied.chains.purchases[chain].map(Int.init)
    let standing = periods.filter {
      !tied.purchases.isSuperseded[$0] && !tied.purchases.revocation[$0].isKnown
    }
    return standing.last ?? periods.last ?? 0
  }

  private static let never = Instant(milliseconds: .min)

  private func end(of purchase: Int) -> Instant? {
    guard let revokedAt = tied.purchases.revocation[purchase].instant else {
      return tied.purchases.expires[purchase].instant
    }
    return tied.purchases.expires[purchase].instant.map { min($0, revokedAt) } ?? revokedAt
  }

  private func isSettled(_ purchase: Int) -> Bool {
    tied.purchases.date[purchase].instant.map(circumstances.isSettled) ?? true
  }

  private func renewal(of periods: [Int]) -> RenewalRecord? {
    let originals = periods.map {
      tied.books.store.originalTransactionID[tied.record(of: $0)]
    }
    return Set(originals).compactMap { renewals[$0] }.reduce(nil) { newest, renewal in
      Self.isNewer(renewal, than: newest) ? renewal : newest
    }
  }

  private func ids(of periods: [Int]) -> [String] {
    let texts = tied.books.texts
    let names = periods.flatMap { purchase in
      tied.purchases.transactions[purchase].map {
        tied.books.store.transactionID[Int(tied.states.deciding[Int($0)])].text
      }
    }
    return names.sorted(by: texts.isLower).map(texts.string)
  }
}
