import AppStore
import GrantLedger
import Host
import JobFile
import Matching
import Reconciliation
import Records
import RunStore

/// Fills the books of a run: the store's side from the state, the ledger's from its sources.
struct JudgedBooks {
  let job: Job
  let state: JobState

  /// Both books as they stand now, and the owners that the ledgers name; `earlier` is what this
  /// run has read of the ledgers before.
  func read(after earlier: [LedgerSummary]) throws(CommandFailure) -> Reading {
    var reading = Reading(books: Books(ledgers: job.ledgers.map(\.shape)))
    let ledgers = try readLedgers(into: &reading.books)
    try requireWhole(ledgers.summaries, after: earlier)
    reading.owners = ledgers.owners
    reading.ledgers = ledgers.summaries
    reading.gaps = try readState(into: &reading.books)
    return reading
  }

  /// What one reading gave.
  struct Reading {
    var books: Books
    var owners: [String: String] = [:]
    var ledgers: [LedgerSummary] = []
    /// What refused signatures leave unseen.
    var gaps: [Gap] = []
  }

  /// The ledgers, read whole.
  func readLedgers(into books: inout Books) throws(CommandFailure) -> LedgerReading {
    do throws(InputFailure) {
      return try LedgerReader.readAll(job.ledgers, into: &books)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// A ledger loses rows seldom and few; one that loses many while a run works is being written
  /// anew, and whatever it lacks would be an accusation.
  private func requireWhole(
    _ ledgers: [LedgerSummary], after earlier: [LedgerSummary]
  ) throws(CommandFailure) {
    for (now, before) in zip(ledgers, earlier) {
      let lost = before.rows - now.rows
      guard lost > Self.fewRows, lost > before.rows / 100 else { continue }
      throw CommandFailure(
        .unreachable,
        "the ledger `\(now.name)` had \(before.rows) rows when the run began and has \(now.rows) "
          + "now, so it is being written anew; nothing was judged: run again when it is whole")
    }
  }

  private static let fewRows = 9

  private func readState(into books: inout Books) throws(CommandFailure) -> [Gap] {
    var gaps: [Gap] = []
    do throws(SourceFailure) {
      try state.eachRecord { record, isFresh throws(SourceFailure) in
        // Where the store itself can be asked, what others tell of it confirms nothing.
        let isConfirming = isFresh && (record.origin.isSigned || !job.store.asksAPI)
        if let gap = try RememberedStatement.add(record, isFresh: isConfirming, to: &books) {
          gaps.append(gap)
        }
      }
      return gaps
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// Runs `body` with the failures of the store and the state in the program's terms.
func translating<Value: ~Copyable>(
  _ body: () throws(SourceFailure) -> Value
) throws(CommandFailure) -> Value {
  do throws(SourceFailure) {
    return try body()
  } catch {
    throw CommandFailure(error)
  }
}

extension CommandFailure {
  /// A store or a state that could not be used.
  init(_ failure: SourceFailure) {
    let status: ExitStatus =
      switch failure.kind {
      case .unreachable: .unreachable
      case .refusedCredentials: .refusedCredentials
      case .misconfigured: .misconfigured
      case .badData: .badData
      case .busy, .overBudget: .busy
      case .interrupted: Machine.signal == ExitStatus.interruptNumber ? .interrupted : .terminated
      case .notWritable: .notWritable
      }
    self.init(status, failure.words)
  }
}
