package import Reconciliation
import Records

extension StorePull {
  /// Asks how the subscriptions of these ids' customers stand, and remembers what is heard.
  ///
  /// The answer tells whether a period is to be renewed, in grace, or in billing retry (facts 2.5).
  /// Answers the ids that were heard of. One that the store denies twice, and has never signed
  /// anything about, has no subscription; any other failure leaves a gap.
  package func pullStatuses(of ids: [String]) throws(SourceFailure) -> Set<String> {
    var statuses = Statuses(desk, ids: ids)
    return try statuses.run()
  }
}

/// Asks for the subscriptions of many customers, one question each.
private struct Statuses {
  private let desk: PullDesk
  private let ids: [String]
  private var heard: Set<String> = []
  private var gaps: [Int: Gap] = [:]
  /// Whom the store has denied once; rarely it denies what it knows (facts 3.2).
  private var denied: Set<Int> = []
  private var next = 0

  /// How many questions are handed to the client at once.
  private static let reach = 2 * StoreClient.flightLimit

  init(_ desk: PullDesk, ids: [String]) {
    self.desk = desk
    var seen: Set<String> = []
    self.ids = ids.filter { StoreCall.canAsk(for: $0) && seen.insert($0).inserted }
  }

  mutating func run() throws(SourceFailure) -> Set<String> {
    for _ in 0..<Self.reach { try askNext() }
    while let settled = try desk.client.next() {
      try take(settled)
      try askNext()
    }
    desk.report.gaps += gaps.sorted { $0.key < $1.key }.map(\.value)
    return heard
  }

  /// Asks for the next id that was not heard of in this very run, before that was broken off.
  private mutating func askNext() throws(SourceFailure) {
    while next < ids.count {
      let place = next
      next += 1
      let id = ids[place]
      if try desk.memory.cursor(PullCursor.status(of: id)) == desk.asOfText,
        try desk.memory.nextPage(.statuses, subject: id) > 0
      {
        heard.insert(id)
        continue
      }
      return desk.client.ask(StoreCall(endpoint: .statuses, id: id), tag: place)
    }
  }

  private mutating func take(_ settled: StoreClient.Settled) throws(SourceFailure) {
    let id = ids[settled.tag]
    switch settled.result {
    case .success(let page):
      let taken = page.tokens.map {
        desk.intake.statement($0, .status, in: desk.app.environment)
      }
      let refused = taken.compactMap(\.gap)
      try desk.remember(
        taken, from: .statuses, of: id, number: 0,
        cursors: [PullCursor.status(of: id): refused.isEmpty ? desk.asOfText : nil])
      if let gap = refused.first { gaps[settled.tag] = gap } else { heard.insert(id) }
    case .failure(let error) where error.isUnknownID && denied.insert(settled.tag).inserted:
      desk.client.ask(StoreCall(endpoint: .statuses, id: id), tag: settled.tag)
    case .failure(let error):
      let isKnown = try desk.memory.knows(id: id, environment: desk.app.environment)
      guard isKnown || !error.isUnknownID else { return }
      var gap = Gap(reason: "the state of the subscription was not heard: \(error.summary)")
      gap.originalTransactionID = id
      gaps[settled.tag] = gap
    }
  }
}
