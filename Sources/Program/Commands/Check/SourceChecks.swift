import AppStore
import GrantLedger
import JobFile
import Reconciliation

// The sources of the store's word, each asked something that changes nothing.
extension JobChecks {
  /// Apple's API; nil where the job does not ask it.
  func store() -> CheckedLayer? {
    guard job.store.asksAPI else { return nil }
    return asked("store", { "\($0) takes the key for \(job.app.bundleID)" }) {
      (pull) throws(SourceFailure) in try pull.probe()
    }
  }

  /// The company's own endpoint; nil where the job names none.
  func feed() -> CheckedLayer? {
    asked("feed", { "\($0) gives a page that can be read" }) {
      (pull) throws(SourceFailure) in try pull.probeFeed()
    }
  }

  /// Apple's endpoint for receipts; nil where the job names none.
  func verifyReceipt() -> CheckedLayer? {
    asked("verifyReceipt", { "\($0) answers; only a real receipt tries the shared secret" }) {
      (pull) throws(SourceFailure) in try pull.probeReceipts()
    }
  }

  private func asked(
    _ name: String, _ words: (String) -> String,
    _ probe: (StorePull) throws(SourceFailure) -> StoreProbe?
  ) -> CheckedLayer? {
    do throws(CommandFailure) {
      let pull = try pull()
      let answer = try translating { () throws(SourceFailure) in try probe(pull) }
      switch answer {
      case nil: return nil
      case .answers(let host): return CheckedLayer(name, words(host))
      case .odd(let host, let words):
        return CheckedLayer(name, CommandFailure(.unreachable, "\(host): \(words)"))
      }
    } catch {
      return CheckedLayer(name, error)
    }
  }

  /// The receipts that the job keeps; nil where it names none.
  func receipts() -> CheckedLayer? {
    guard let source = job.store.verifyReceipt?.receipts else { return nil }
    var count = 0
    do throws(InputFailure) {
      try KeptReceipts.each(
        of: source, ledgers: job.ledgers, spool: job.statePath + ".check-receipts"
      ) { _ in
        count += 1
        return true
      }
      return CheckedLayer("receipts", "\(count) kept in \(source)")
    } catch {
      return CheckedLayer("receipts", CommandFailure(error))
    }
  }
}

extension StoreSettings {
  /// What is asked besides Apple's API, in lines: nobody knows beforehand how often, and no limit of
  /// the hour is touched.
  var callsBesides: [String] {
    var lines: [String] = []
    if feed != nil { lines.append("the feed, page by page; it is not counted") }
    if verifyReceipt?.url != nil {
      lines.append("verifyReceipt, at most once for each kept receipt; it is not counted")
    }
    return lines
  }
}
