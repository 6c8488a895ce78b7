import AppStore
import GrantLedger
import Host
import JobFile
import Matching
import Reconciliation
import Records
import Reports
import Rules
import RunStore

/// What one run judged.
struct Judgement {
  let outcome: Outcome
  /// The requests that were sent, by endpoint.
  let calls: [String: Int]
}

/// Judges one run: both sides are read, judged, looked at once more where somebody would be accused,
/// and judged again.
struct Judge {
  let job: Job
  let asOf: Instant
  let state: JobState
  let pull: StorePull
  let log: Log
  /// Whether to say first what is going to be asked.
  let showsPlan: Bool

  /// What one reading and judging gave.
  private struct Look {
    var reading: JudgedBooks.Reading
    var circumstances: Circumstances
    var outcome: Outcome
    /// What this run should have seen and did not.
    var unseen: [Gap] { circumstances.gaps.filter { $0.nature == .gap } }
  }

  func judgement() throws(CommandFailure) -> Judgement {
    let first = try pullAndJudge()
    let questions = Confirmation.questions(first.outcome.findings)
    let subscriptions =
      job.store.asksAPI && job.store.pull.readsStatuses
      ? Confirmation.subscriptions(first.outcome.findings, by: job.rules) : []
    let isPlain = questions.isEmpty && subscriptions.isEmpty && first.unseen.isEmpty
    var outcome =
      isPlain ? first.outcome : try lookAgain(first, asking: questions, about: subscriptions)
    outcome.coverage.sight = try sight()
    return Judgement(outcome: outcome, calls: pull.report.calls)
  }

  private func sight() throws(CommandFailure) -> Sight? {
    guard job.store.asksAPI else { return nil }
    return try translating { () throws(SourceFailure) in
      var sight = Sight(
        notificationsSince: pull.report.sweptSince,
        customers: try state.readCount(under: PullCursor.walks),
        customersRead: try state.readCount(under: PullCursor.walks, at: asOf))
      sight.isSilent = pull.report.isSilent
      return sight
    }
  }

  private func pullAndJudge() throws(CommandFailure) -> Look {
    let books = JudgedBooks(job: job, state: state)
    var ledgerOnly = Books(ledgers: job.ledgers.map(\.shape))
    let ledgers = try books.readLedgers(into: &ledgerOnly).summaries
    let seeds = ledgerOnly.seeds(environment: job.app.environment)
    ledgerOnly = Books()
    let plan = PullPlan(job: job, pull: pull, state: state, asOf: asOf)
    if showsPlan { try plan.say(seeds: seeds, to: log) }
    let cost = PullCost()
    try plan.pull(seeds: seeds)
    log.tell(cost.words(of: pull.report))
    try pull.requireWorth(of: state)
    return try look(after: ledgers)
  }

  /// Reads both sides as they stand now and judges them.
  private func look(after ledgers: [LedgerSummary]) throws(CommandFailure) -> Look {
    let reading = try JudgedBooks(job: job, state: state).read(after: ledgers)
    return try judge(reading, doubts: [:])
  }

  private func judge(
    _ reading: JudgedBooks.Reading, doubts: [String: Gap]
  ) throws(CommandFailure) -> Look {
    var circumstances = job.circumstances(asOf: asOf)
    circumstances.isAskedDirectly = job.store.asksAPI
    circumstances.owners = reading.owners
    circumstances.gaps = pull.report.gaps + pull.report.limits + reading.gaps
    circumstances.doubts = doubts
    var outcome = try reconcile(reading.books, circumstances)
    do throws(SourceFailure) {
      outcome.findings = try state.annotate(outcome.findings, asOf: asOf)
    } catch {
      throw CommandFailure(error)
    }
    return Look(reading: reading, circumstances: circumstances, outcome: outcome)
  }

  private func reconcile(
    _ books: Books, _ circumstances: Circumstances
  ) throws(CommandFailure) -> Outcome {
    do throws(UnfitLedger) {
      return try Reconciler(circumstances, digest: Fingerprint.digest).reconcile(books)
    } catch {
      throw CommandFailure(.badData, error.words)
    }
  }

  /// Asks the store about every new accusation, reads the ledger again, and judges by both; what
  /// neither look can confirm is doubted, not reported.
  private func lookAgain(
    _ first: Look, asking questions: [String], about subscriptions: [String]
  ) throws(CommandFailure) -> Outcome {
    var confirmation = Confirmation()
    // Who calls the sources complete answers for what they do not name.
    confirmation.asksAPI = job.store.asksAPI
    confirmation.isStoreComplete = !job.store.asksAPI && job.store.isComplete
    if job.store.asksAPI {
      confirmation.heardSubscriptions = try translating { () throws(SourceFailure) in
        try pull.pullStatuses(of: subscriptions)
      }
      confirmation.answers = try answers(to: questions, first.reading.books)
    }
    try pull.requireWorth(of: state)
    let second = try look(after: first.reading.ledgers)
    let doubts = confirmation.doubts(
      second.outcome.findings, seenBefore: first.outcome.findings, unseen: second.unseen)
    guard !doubts.isEmpty else { return second.outcome }
    return try judge(second.reading, doubts: doubts).outcome
  }

  private func answers(
    to questions: [String], _ books: Books
  ) throws(CommandFailure) -> [String: LookUpAnswer] {
    guard job.store.pull.looksUp else { return [:] }
    return try translating { () throws(SourceFailure) in
      let answers = try pull.lookUp(
        questions,
        knownGood: books.knownGoodIDs(
          bundleID: job.app.bundleID, environment: job.app.environment, limit: 20))
      // Whose history the store denied, and whom it finds by a look-up, is to be seen after all.
      let known = LookUpAnswer.found(environment: job.app.environment)
      if job.store.pull.readsHistory {
        try pull.pullHistories(of: pull.report.unknownSeeds.filter { answers[$0] == known })
      }
      return answers
    }
  }
}
