import AppStore
import GrantLedger
import JobFile
import Reconciliation

/// The receipts that a job names, on their way from where they are kept to the pull.
struct ReceiptReading {
  let job: Job
  let pull: StorePull

  /// Hands all of them over; the customers whom they lead to, none where the job names no receipts.
  func customers() throws(CommandFailure) -> [HistorySeed] {
    guard let source = job.store.verifyReceipt?.receipts else { return [] }
    let intake = try translating { () throws(SourceFailure) in try pull.receipts() }
    var failure: SourceFailure?
    do throws(InputFailure) {
      try KeptReceipts.each(of: source, ledgers: job.ledgers, spool: job.statePath + ".receipts") {
        receipt in
        do throws(SourceFailure) {
          try intake.take(receipt)
          return true
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      throw CommandFailure(error)
    }
    if let failure { throw CommandFailure(failure) }
    return try translating { () throws(SourceFailure) in
      try intake.finish()
      return intake.seeds
    }
  }
}
