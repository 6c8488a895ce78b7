import Reconciliation
import Records

/// Reads one list of many customers at once, each page by page and in its order (facts 2.3, 2.7).
struct CustomerWalk {
  /// One customer's walk.
  private struct Walk {
    let subject: String
    /// Where the next page begins; nil at the very beginning.
    var revision: String?
    var number: Int
    /// Whether it was begun at the very beginning.
    var isAnew: Bool
    /// How the reading of it stood when the walk began.
    let standing: WalkState
    /// Whether an earlier pull has read this history.
    let wasRead: Bool
    var hasRestarted = false
    /// Whether the store has denied it once already; rarely it denies what it knows (facts 3.2).
    var isDenied = false
    /// Whether a signature was refused, or a purchase of another app listed, which a store that is
    /// asked for this app does not do: then the next pull reads from there again.
    var hasRefusal = false
    var pageCount = 0
  }

  /// How many walks are begun at once: some wait for an answer to be repeated, and meanwhile the
  /// others use the connections.
  private static let reach = 2 * StoreClient.flightLimit
  private static let pageLimit = 100_000

  private let desk: PullDesk
  private let list: CustomerList
  private var seeds: SeedList
  private var walks: [Int: Walk] = [:]
  private var failures: [Int: StoreError] = [:]
  private var refusals: [Int: [Gap]] = [:]

  /// A walk through a list that asks by these ids.
  init(
    _ desk: PullDesk, _ list: CustomerList, seeds: [HistorySeed]
  ) throws(SourceFailure) {
    self.desk = desk
    self.list = list
    self.seeds = try SeedList(seeds, reach: Self.reach) { (id) throws(SourceFailure) in
      try desk.memory.root(of: id)
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
      let number = try desk.memory.nextPage(list.source, subject: subject)
      let standing = try list.standing(of: subject, desk)
      if number > 0, standing.readAt == desk.app.asOf.milliseconds {
        // Read to its end in this very run, before that was broken off.
        seeds.decide(place, .whole)
        continue
      }
      walks[place] = try walk(of: subject, number, standing)
      ask(place)
    }
  }

  private func walk(
    of subject: String, _ number: Int, _ standing: WalkState
  ) throws(SourceFailure) -> Walk {
    let known = try desk.memory.cursor(list.revision(of: subject))
    let isGoingOn = number > 0 && standing.isAnew
    return Walk(
      subject: subject, revision: list.isAnew && !isGoingOn ? nil : known, number: number,
      isAnew: list.isAnew || standing.isAnew || known == nil,
      standing: standing, wasRead: known != nil)
  }

  private func ask(_ place: Int) {
    guard let walk = walks[place] else { return }
    var call = StoreCall(endpoint: list.endpoint, id: walk.subject)
    if let revision = walk.revision {
      call.query.append(StoreCall.Parameter(name: "revision", value: revision))
    }
    call.query += list.query
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
      walk.isAnew = true
      walks[place] = walk
      ask(place)
    case .failure(let error) where error.isUnknownID && !walk.isDenied:
      walk.isDenied = true
      walks[place] = walk
      ask(place)
    case .failure(let error): try end(place, with: error)
    }
  }

  private mutating func take(
    _ page: AnswerPage, _ place: Int, _ walk: inout Walk
  ) throws(SourceFailure) {
    guard let revision = page.next else { return try end(place, with: Self.noRevision) }
    walk.pageCount += 1
    let isCircle = page.hasMore && (revision == walk.revision || walk.pageCount > Self.pageLimit)
    guard !isCircle else { return try end(place, with: Self.circle) }
    try remember(page, revision, place, &walk)
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
    _ page: AnswerPage, _ revision: String, _ place: Int, _ walk: inout Walk
  ) throws(SourceFailure) {
    let taken = page.tokens.map {
      desk.intake.statement($0, list.origin, in: desk.app.environment)
    }
    let gaps = taken.compactMap(\.gap)
    walk.hasRefusal = walk.hasRefusal || !gaps.isEmpty || taken.contains(where: desk.isForeign)
    let isWhole = !page.hasMore && !walk.hasRefusal
    var cursors = list.progress(
      of: walk.subject, since: walk.standing, isWhole: isWhole, isAnew: walk.isAnew, desk)
    if !walk.hasRefusal { cursors[list.revision(of: walk.subject)] = revision }
    let own = taken.filter(desk.isOwn)
    for id in Set(own.compactMap(\.appTransactionID)) {
      cursors[PullCursor.seed(ofAppTransaction: id)] = walk.subject
    }
    let found = own.flatMap { [$0.record.id, $0.chainID ?? $0.record.id] }
    for id in seeds.note(found, by: place) { cursors[PullCursor.seed(of: id)] = walk.subject }
    try desk.remember(
      taken, from: list.source, of: walk.subject, number: walk.number, cursors: cursors)
    if !gaps.isEmpty { refusals[place, default: []] += gaps }
  }

  private mutating func end(_ place: Int, with error: StoreError) throws(SourceFailure) {
    guard let walk = walks.removeValue(forKey: place) else { return }
    // Whom the store knew before is a customer, whatever it says now.
    if error.isUnknownID, walk.pageCount == 0, try !isKnown(walk) {
      try forget(walk)
      return seeds.decide(place, .unknown)
    }
    failures[place] = error
    if error.kind != .stopped { try postpone(walk) }
    seeds.decide(place, error.isAccountGone ? .gone : error.isMalformedID ? .noID : .failed)
  }

  /// Whether an earlier answer, of whatever list, has named this customer.
  private func isKnown(_ walk: Walk) throws(SourceFailure) -> Bool {
    if walk.wasRead { return true }
    return try desk.memory.knows(id: walk.subject, environment: desk.app.environment)
  }

  /// Forgets a customer whom only a refused signature has named.
  private func forget(_ walk: Walk) throws(SourceFailure) {
    guard list == .history || list == .historyAnew else { return }
    let name = PullCursor.walk(of: walk.subject)
    guard try desk.memory.cursor(name) != nil else { return }
    try desk.remember(
      [], from: list.source, of: walk.subject, number: walk.number, cursors: [name: nil])
  }

  /// A known customer who could not be read anew is to be read in the next run, whoever's turn it is.
  private func postpone(_ walk: Walk) throws(SourceFailure) {
    guard list == .historyAnew, try isKnown(walk) else { return }
    let name = PullCursor.walk(of: walk.subject)
    let standing = try list.standing(of: walk.subject, desk)
    guard standing.readAt != nil else { return }
    try desk.remember(
      [], from: list.source, of: walk.subject, number: walk.number,
      cursors: [name: standing.going(anew: false).text])
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
      list.report(id, outcome, failures[walker], to: desk)
    }
  }
}
