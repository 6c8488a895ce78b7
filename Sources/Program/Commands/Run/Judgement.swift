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

/// The judging of one run: both sides are read, judged, looked at once more where somebody would
/// be accused, and judged again.
struct Judgement {
  let outcome: Outcome
  let calls: [String: Int]

  private let job: Job
  private let asOf: Instant
  private let state: JobState
  private let pull: StorePull

  init(
    job: Job, asOf: Instant, state: JobState, limit: Int64?, showsPlan: Bool,
    log: Log
  ) throws(CommandFailure) {
    self.job = job
    self.asOf = asOf
    self.state = state
    pull = try StorePull(job: job, asOf: asOf, state: state, limit: limit, log: log)
    let plan = PullPlan(job: job, pull: pull, state: state)
    let first = try Self.pullAndJudge(plan, asOf, planLog: showsPlan ? log : nil)
    let isPlain = first.questions.isEmpty && first.unseen.isEmpty
    outcome = isPlain ? first.outcome : try Self.lookAgain(first, job, asOf, state, pull)
    calls = pull.report.calls
  }

  /// What one reading and judging gave.
  private struct Look {
    var reading: JudgedBooks.Reading
    var circumstances: Circumstances
    var outcome: Outcome
    /// What this run should have seen and did not.
    var unseen: [Gap] { circumstances.gaps.filter { $0.nature == .gap } }
    /// New accusations that the store has not confirmed in this run, by transaction id.
    var questions: [String]
  }

  private static func pullAndJudge(
    _ plan: PullPlan, _ asOf: Instant, planLog: Log?
  ) throws(CommandFailure) -> Look {
    let books = JudgedBooks(job: plan.job, state: plan.state)
    var ledgerOnly = Books(ledgers: plan.job.ledgers.map(\.shape))
    let ledgers = try books.readLedgers(into: &ledgerOnly).summaries
    let seeds = ledgerOnly.seeds(environment: plan.job.app.environment)
    if let planLog { try plan.say(seeds: seeds, to: planLog) }
    try plan.pull(seeds: seeds)
    try plan.pull.requireWorth(of: plan.state)
    return try look(plan.job, asOf, plan.state, plan.pull, after: ledgers)
  }

  /// Reads both sides as they stand now and judges them.
  private static func look(
    _ job: Job, _ asOf: Instant, _ state: JobState, _ pull: StorePull,
    after ledgers: [LedgerSummary]
  ) throws(CommandFailure) -> Look {
    let reading = try JudgedBooks(job: job, state: state).read(after: ledgers)
    return try judge(reading, job, asOf, state, pull, doubts: [:])
  }

  private static func judge(
    _ reading: JudgedBooks.Reading, _ job: Job, _ asOf: Instant, _ state: JobState,
    _ pull: StorePull, doubts: [String: Gap]
  ) throws(CommandFailure) -> Look {
    var circumstances = job.circumstances(asOf: asOf)
    circumstances.isAskedDirectly = true
    circumstances.owners = reading.owners
    circumstances.gaps = pull.report.gaps + pull.report.limits + reading.gaps
    circumstances.doubts = doubts
    var outcome = try reconcile(reading.books, circumstances)
    do throws(SourceFailure) {
      outcome.findings = try state.annotate(outcome.findings, asOf: asOf)
    } catch {
      throw CommandFailure(error)
    }
    return Look(
      reading: reading, circumstances: circumstances, outcome: outcome,
      questions: Confirmation.questions(outcome.findings))
  }

  private static func reconcile(
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
  private static func lookAgain(
    _ first: Look, _ job: Job, _ asOf: Instant, _ state: JobState, _ pull: StorePull
  ) throws(CommandFailure) -> Outcome {
    let answers = try answers(to: first, job, pull)
    try pull.requireWorth(of: state)
    let second = try look(job, asOf, state, pull, after: first.reading.ledgers)
    let doubts = Confirmation.doubts(
      second.outcome.findings, seenBefore: first.outcome.findings, answers: answers,
      unseen: second.unseen)
    guard !doubts.isEmpty else { return second.outcome }
    return try judge(second.reading, job, asOf, state, pull, doubts: doubts).outcome
  }

  private static func answers(
    to look: Look, _ job: Job, _ pull: StorePull
  ) throws(CommandFailure) -> [String: LookUpAnswer] {
    guard job.store.pull.looksUp else { return [:] }
    return try translating { () throws(SourceFailure) in
      let answers = try pull.lookUp(
        look.questions,
        knownGood: look.reading.books.knownGoodIDs(
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
