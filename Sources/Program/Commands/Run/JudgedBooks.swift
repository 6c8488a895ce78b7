import AppStore
import GrantLedger
import JobFile
import Matching
import Reconciliation
import Records
import RunStore

/// Fills the books of a run: the store's side from the state, the ledger's from its sources.
struct JudgedBooks {
  let job: Job
  let state: JobState

  /// Both books as they stand now, and the owners that the ledgers name.
  func read() throws(CommandFailure) -> Reading {
    var reading = Reading(books: Books(ledgers: job.ledgers.map(\.shape)))
    reading.owners = try readLedgers(into: &reading.books)
    reading.gaps = try readState(into: &reading.books)
    return reading
  }

  /// What one reading gave.
  struct Reading {
    var books: Books
    var owners: [String: String] = [:]
    /// What refused signatures leave unseen.
    var gaps: [Gap] = []
  }

  /// The ledgers, read whole.
  func readLedgers(into books: inout Books) throws(CommandFailure) -> [String: String] {
    do throws(InputFailure) {
      return try LedgerReader.readAll(job.ledgers, into: &books).owners
    } catch {
      throw CommandFailure(error)
    }
  }

  private func readState(into books: inout Books) throws(CommandFailure) -> [Gap] {
    var gaps: [Gap] = []
    do throws(SourceFailure) {
      try state.eachRecord { record, isFresh throws(SourceFailure) in
        if let gap = try RememberedStatement.add(record, isFresh: isFresh, to: &books) {
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
      case .busy, .overBudget, .interrupted: .busy
      case .notWritable: .notWritable
      }
    self.init(status, failure.words)
  }
}
