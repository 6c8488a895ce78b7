import Reconciliation
import Records

/// What the store says about one id.
package enum LookUpAnswer: Sendable, Equatable {
  /// It was found, and its record is remembered.
  case found(environment: String)
  /// It exists nowhere: said twice, by a store that knew another id in the same run.
  case unknown
  /// The store should have answered and did not, for this reason.
  case unanswered(String)
  /// No run can have an answer with these settings, for this reason.
  case unaskable(String)
}

/// Looks up single transactions (facts 2.4), and believes a no only with good reason.
struct LookUps {
  /// How many questions are handed to the client at once.
  private static let reach = 2 * StoreClient.flightLimit
  private static let proofLimit = 3

  private let desk: PullDesk
  private let ids: [String]
  private let knownGood: [String]
  private var answers: [String: LookUpAnswer] = [:]
  private var refusals: [String: Gap] = [:]
  /// The ids that were looked up to see whether the store knows anything.
  private var proofs: [String] = []
  /// Whether the store has found an id of this app and environment in this pull.
  private var isProven = false

  /// Look-ups of these ids; `knownGood` are some that the store is known to have signed.
  init(_ desk: PullDesk, ids: [String], knownGood: [String]) {
    self.desk = desk
    var seen: Set<String> = []
    self.ids = ids.filter { seen.insert($0).inserted }
    self.knownGood = knownGood
  }

  /// Asks until every id has an answer.
  mutating func run() throws(SourceFailure) -> [String: LookUpAnswer] {
    var asked: [String] = []
    for id in ids where try !isAnswered(id) { asked.append(id) }
    var unknown = try ask(asked, at: .own)
    // Rarely the store denies what it knows, so one no is none (facts 3.2).
    unknown = try ask(unknown, at: .own)
    unknown = try askSandbox(unknown)
    try conclude(unknown)
    desk.report.gaps += (ids + proofs).compactMap { refusals[$0] }
    return answers
  }

  /// Answers what needs no question: found in this run before it was broken off, or no id at all.
  private mutating func isAnswered(_ id: String) throws(SourceFailure) -> Bool {
    guard StoreCall.canAsk(for: id) else {
      answers[id] = .unaskable("it cannot be a transaction id")
      return true
    }
    let words = try desk.memory.cursor(PullCursor.lookup(of: id))?.split(separator: " ") ?? []
    guard words.count == 2, words[0] == desk.asOfText,
      try desk.memory.nextPage(.lookup, subject: id) > 0
    else { return false }
    answers[id] = .found(environment: String(words[1]))
    return true
  }

  // MARK: - Asking

  /// Asks for ids and keeps what is found; those that the place does not know, in their order.
  private mutating func ask(
    _ ids: [String], at place: StorePlace
  ) throws(SourceFailure) -> [String] {
    var unknown: Set<Int> = []
    var next = 0
    var open = 0
    while true {
      while next < ids.count, open < Self.reach {
        desk.client.ask(StoreCall(endpoint: .lookup, place: place, id: ids[next]), tag: next)
        next += 1
        open += 1
      }
      guard let settled = try desk.client.next() else { break }
      open -= 1
      let id = ids[settled.tag]
      switch settled.result {
      case .success(let page): try keep(page, id, place)
      case .failure(let error) where error.isUnknownID: unknown.insert(settled.tag)
      case .failure(let error) where error.isMalformedID:
        answers[id] = .unaskable("the store says that it cannot be an id: \(error.summary)")
      case .failure(let error): answers[id] = .unanswered(error.summary)
      }
    }
    return ids.indices.filter(unknown.contains).map { ids[$0] }
  }

  private mutating func keep(
    _ page: AnswerPage, _ id: String, _ place: StorePlace
  ) throws(SourceFailure) {
    let environment = place == .own ? desk.app.environment : StoreApp.sandbox
    let taken = page.tokens.map { desk.intake.statement($0, .lookup, in: environment) }
    let refusal = taken.lazy.compactMap(\.gap).first
    let found = taken.first?.record.environment ?? environment
    var cursors: [String: String?] = [PullCursor.lookup(of: id): "\(desk.asOfText) \(found)"]
    if refusal != nil { cursors.updateValue(nil, forKey: PullCursor.lookup(of: id)) }
    try desk.remember(taken, from: .lookup, of: id, number: 0, cursors: cursors)
    if let refusal {
      refusals[id] = refusal
      answers[id] = .unanswered(refusal.reason)
    } else {
      answers[id] = .found(environment: found)
      if taken.contains(where: desk.isOwn) { isProven = true }
    }
  }

  /// Asks the sandbox for what production does not know; what is unknown in both.
  private mutating func askSandbox(_ ids: [String]) throws(SourceFailure) -> [String] {
    guard !ids.isEmpty, !desk.app.isSandbox else { return ids }
    guard desk.hosts.sandbox != nil else {
      for id in ids {
        answers[id] = .unaskable(
          "production does not know it, and no sandbox can be asked: the job sets store.baseURL "
            + "without store.sandboxBaseURL")
      }
      return []
    }
    return try ask(try ask(ids, at: .sandbox), at: .sandbox)
  }

  // MARK: - Unknown ids

  /// A store that has lost its memory, or another app's key, would know nothing at all; so what is
  /// unknown counts only beside something that is known.
  private mutating func conclude(_ unknown: [String]) throws(SourceFailure) {
    guard !unknown.isEmpty else { return }
    try prove(except: Set(unknown))
    for id in unknown {
      answers[id] =
        isProven
        ? .unknown
        : .unanswered(
          "the store denies it, and did not confirm any other id of this app either, so its no "
            + "proves nothing")
    }
  }

  private mutating func prove(except unknown: Set<String>) throws(SourceFailure) {
    var candidates: [String] = []
    for id in knownGood where candidates.count < Self.proofLimit {
      guard StoreCall.canAsk(for: id), !candidates.contains(id),
        try desk.memory.knows(id: id, environment: desk.app.environment)
      else { continue }
      candidates.append(id)
    }
    // The last resort: which id this process received first depends on the order of answers and on
    // whether an earlier one was killed, and the look-up is counted among what was read.
    if candidates.count < Self.proofLimit, let id = desk.provenID, !candidates.contains(id) {
      candidates.append(id)
    }
    let own = answers
    for id in candidates where !isProven && !unknown.contains(id) {
      _ = try ask([id], at: .own)
      if !ids.contains(id) { proofs.append(id) }
    }
    // Nobody asked about those.
    answers = own
  }
}
