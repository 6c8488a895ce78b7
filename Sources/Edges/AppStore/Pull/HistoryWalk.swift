import Reconciliation
import Records

/// Reads the histories of many customers at once, each page by page and in its order (facts 2.3).
struct HistoryWalk {
  /// One customer's walk.
  private struct Walk {
    let subject: String
    /// Where the next page begins; nil at the very beginning.
    var revision: String?
    var number: Int
    /// Whether an earlier pull has read this history.
    let isKnown: Bool
    var hasRestarted = false
    var pageCount = 0
  }

  /// How many walks are begun at once: some wait for an answer to be repeated, and meanwhile the
  /// others use the connections.
  private static let reach = 2 * StoreClient.flightLimit
  private static let pageLimit = 100_000

  private let desk: PullDesk
  private var seeds: SeedList
  private var walks: [Int: Walk] = [:]
  private var failures: [Int: StoreError] = [:]
  private var refusals: [Int: [Gap]] = [:]

  /// A walk that asks by these ids.
  init(_ desk: PullDesk, seeds: [HistorySeed]) throws(SourceFailure) {
    self.desk = desk
    self.seeds = try SeedList(seeds, reach: Self.reach) { (id) throws(SourceFailure) in
      try desk.root(of: id)
    }
  }

  /// Asks until every id is through, and reports what could not be seen.
  mutating func run() throws(SourceFailure) {
    try begin()
    while let settled = try desk.client.next() {
      try take(settled)
      try begin()
    }
    report()
  }

  // MARK: - Asking

  private mutating func begin() throws(SourceFailure) {
    while let place = seeds.nextWalk() {
      let subject = seeds.subject(of: place)
      guard StoreCall.canAsk(for: subject) else {
        seeds.decide(place, .unknown)
        continue
      }
      let number = try desk.memory.nextPage(.history, subject: subject)
      let state = try desk.memory.cursor(PullCursor.walk(of: subject))
      if number > 0, state == desk.asOfText {
        // Read to its end in this very run, before that was broken off.
        seeds.decide(place, .whole)
        continue
      }
      let revision = try desk.memory.cursor(PullCursor.revision(of: subject))
      let isKnown = revision != nil
      walks[place] = Walk(
        subject: subject, revision: revision, number: number, isKnown: isKnown)
      ask(place)
    }
  }

  private func ask(_ place: Int) {
    guard let walk = walks[place] else { return }
    var call = StoreCall(endpoint: .history, id: walk.subject)
    if let revision = walk.revision {
      call.query.append(StoreCall.Parameter(name: "revision", value: revision))
    }
    // A revision is sound in this order alone (facts 2.3).
    call.query.append(StoreCall.Parameter(name: "sort", value: "ASCENDING"))
    desk.client.ask(call, tag: place)
  }

  // MARK: - Answers

  private mutating func take(_ settled: StoreClient.Settled) throws(SourceFailure) {
    let place = settled.tag
    guard var walk = walks[place] else { return }
    switch settled.result {
    case .success(let page): try take(page, place, &walk)
    case .failure(let error) where error.isLostPosition && !walk.hasRestarted:
      walk.hasRestarted = true
      walk.revision = nil
      walks[place] = walk
      ask(place)
    case .failure(let error): end(place, with: error)
    }
  }

  private mutating func take(
    _ page: AnswerPage, _ place: Int, _ walk: inout Walk
  ) throws(SourceFailure) {
    guard let revision = page.next else { return end(place, with: Self.noRevision) }
    walk.pageCount += 1
    let isCircle = page.hasMore && (revision == walk.revision || walk.pageCount > Self.pageLimit)
    guard !isCircle else { return end(place, with: Self.circle) }
    try remember(page, revision, place, walk)
    guard page.hasMore else {
      walks[place] = nil
      return seeds.decide(place, .whole)
    }
    walk.revision = revision
    walk.number += 1
    walks[place] = walk
    ask(place)
  }

  private mutating func remember(
    _ page: AnswerPage, _ revision: String, _ place: Int, _ walk: Walk
  ) throws(SourceFailure) {
    let taken = page.tokens.map {
      desk.intake.transaction($0, .history, in: desk.app.environment)
    }
    var cursors: [String: String?] = [
      PullCursor.revision(of: walk.subject): revision,
      PullCursor.walk(of: walk.subject): page.hasMore ? PullCursor.unfinished : desk.asOfText,
    ]
    let own = taken.filter(desk.isOwn)
    for id in Set(own.compactMap(\.appTransactionID)) {
      cursors[PullCursor.seed(ofAppTransaction: id)] = walk.subject
    }
    let found = own.flatMap { [$0.record.id, $0.chainID ?? ""] }
    for id in seeds.note(found, by: place) { cursors[PullCursor.seed(of: id)] = walk.subject }
    try desk.remember(
      taken, from: .history, of: walk.subject, number: walk.number, cursors: cursors)
    let gaps = taken.compactMap(\.gap)
    if !gaps.isEmpty { refusals[place, default: []] += gaps }
  }

  private mutating func end(_ place: Int, with error: StoreError) {
    let walk = walks.removeValue(forKey: place)
    let wasRead = walk.map { $0.isKnown || $0.pageCount > 0 } ?? false
    // Whom the store knew before is a customer, whatever it says now.
    if error.isUnknownID, !wasRead { return seeds.decide(place, .unknown) }
    failures[place] = error
    seeds.decide(place, error.isAccountGone ? .gone : .failed)
  }

  private static let noRevision = StoreError(
    .unreadable, status: 200, "the answer has no revision")
  private static let circle = StoreError(
    .unreadable, status: 200, "the store's pages go round in a circle")

  // MARK: - Report

  /// Says what could not be seen, in the order of the ids.
  private func report() {
    for (place, id) in seeds.ids.enumerated() {
      desk.report.gaps += refusals[place] ?? []
      let (outcome, walker) = seeds.end(of: place)
      let words = failures[walker]?.description ?? "not asked"
      switch outcome {
      case .whole, .follows: continue
      case .unknown: desk.report.unknownSeeds.append(id)
      case .gone:
        desk.report.limits.append(
          Self.gap(id, "the store says that the customer's account is gone: \(words)", .limit))
      case .waiting, .walking, .failed:
        desk.report.gaps.append(
          Self.gap(id, "the customer's history could not be read: \(words)", .gap))
      }
    }
  }

  private static func gap(_ id: String, _ reason: String, _ nature: Gap.Nature) -> Gap {
    var gap = Gap(nature: nature, reason: reason)
    gap.transactionID = id
    return gap
  }
}
