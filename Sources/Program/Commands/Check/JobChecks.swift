import AppStore
import GrantLedger
import Host
import JobFile
import Matching
import Reconciliation
import Records
import Reports
import RunStore

/// The layers of a job, each looked at by itself.
struct JobChecks {
  let job: Job
  let asksStore: Bool
  let log: Log

  /// How each layer stands, in the order in which a run needs them.
  func layers() -> [CheckedLayer] {
    let sources = [store(), feed(), verifyReceipt()].compactMap(\.self)
    return [settings(), key(), clock(), state(), reports()].compactMap(\.self)
      + (asksStore ? sources : []) + [receipts()].compactMap(\.self) + job.ledgers.map(ledger)
      + [plan()]
  }

  private func settings() -> CheckedLayer {
    do throws(InputFailure) {
      try job.validateForRun()
      return CheckedLayer("settings for a run", "complete")
    } catch {
      return CheckedLayer("settings for a run", CommandFailure(error))
    }
  }

  /// Apple refuses tokens whose times are off, and a clock before this program was made is.
  private func clock() -> CheckedLayer {
    let now = Instant(milliseconds: Machine.nowMilliseconds)
    let made = Instant(milliseconds: 1_795_996_800_000)
    guard now >= made else {
      return CheckedLayer(
        "clock", CommandFailure(.misconfigured, "it says \(now.text), which is past; set it"))
    }
    return CheckedLayer("clock", now.text)
  }

  private func state() -> CheckedLayer {
    do throws(SourceFailure) {
      guard Machine.exists(job.statePath) else {
        return CheckedLayer("state", "\(job.statePath) will be made by the first run")
      }
      let counts = try JobState(reading: job.statePath).counts()
      return CheckedLayer("state", "\(job.statePath), \(counts.believed) records")
    } catch {
      return CheckedLayer("state", CommandFailure(error))
    }
  }

  private func reports() -> CheckedLayer {
    do throws(ReportFailure) {
      let folder = try RunFolder(in: job.reportsDirectory, job: job.name, run: "check")
      try folder.requireWritable()
      return CheckedLayer("reports", "\(job.reportsDirectory)/\(job.name) can be written")
    } catch {
      return CheckedLayer("reports", CommandFailure(error))
    }
  }

  /// A job that asks a feed or receipts alone needs no key.
  private func key() -> CheckedLayer? {
    guard job.store.asksAPI else { return nil }
    do throws(CommandFailure) {
      _ = try pull()
      return CheckedLayer("key", "\(job.store.keyID ?? "a token command") can be used")
    } catch {
      return CheckedLayer("key", error)
    }
  }

  /// What the next run would ask; nothing is asked for it.
  private func plan() -> CheckedLayer {
    do throws(CommandFailure) {
      var books = Books(ledgers: job.ledgers.map(\.shape))
      let hasState = Machine.exists(job.statePath)
      let state = try translating { () throws(SourceFailure) in
        hasState ? try JobState(reading: job.statePath) : nil
      }
      let pull = try pull(state ?? NoMemory())
      do throws(InputFailure) {
        _ = try LedgerReader.readAll(job.ledgers, into: &books)
      } catch {
        throw CommandFailure(error)
      }
      let seeds = books.seeds(environment: job.app.environment)
      return try translating { () throws(SourceFailure) in
        let counts = try PullCounts(
          job: job, pull: pull, state: state,
          asOf: Instant(milliseconds: Machine.nowMilliseconds)
        ).counts(of: seeds)
        let forecast = try pull.forecast(counts)
        var layer = CheckedLayer("plan", forecast.lines[0])
        layer.details = Array(forecast.lines.dropFirst()) + job.store.callsBesides
        layer.forecast = forecast
        return layer
      }
    } catch {
      return CheckedLayer("plan", error)
    }
  }

  func pull(
    _ memory: any PullMemory = NoMemory()
  ) throws(CommandFailure) -> StorePull {
    let verifier = try JobArguments.verifier(
      roots: job.store.roots, environment: job.app.environment)
    let now = Instant(milliseconds: Machine.nowMilliseconds)
    return try translating { () throws(SourceFailure) in
      try StorePull(
        job.pulledStore,
        app: StoreApp(
          bundleID: job.app.bundleID, environment: job.app.environment, asOf: now),
        verifier: verifier, memory: memory,
        host: .machine(deadline: now.adding(milliseconds: 20_000), log: log.warn))
    }
  }

  private func ledger(_ settings: LedgerSettings) -> CheckedLayer {
    let inspection = LedgerInspection.inspect(settings)
    let name = "ledger \(settings.name)"
    let columns = inspection.columns.filter { !$0.isFound }.map { column in
      "\(column.isNeeded ? "missing" : "not there"): \(column.name) (\(column.purpose))"
        + (column.nearest.map { "; did you mean \($0)?" } ?? "")
    }
    if let failure = inspection.failure {
      var layer = CheckedLayer(name, CommandFailure(failure))
      layer.details = columns
      return layer
    }
    let states = inspection.summary?.states.map { "\($0.value) \($0.key.word)" }.sorted() ?? []
    let newest = inspection.summary?.newestRow.map { ", the newest of \($0.text)" } ?? ""
    return CheckedLayer(
      name, "\(inspection.summary?.rows ?? 0) rows: \(states.joined(separator: ", "))\(newest)",
      details: columns)
  }
}

/// A memory for a pull that must leave no trace.
private final class NoMemory: PullMemory {
  func cursor(_ name: String) throws(SourceFailure) -> String? { nil }

  func remember(_ page: PulledPage) throws(SourceFailure) {}

  func knows(id: String, environment: String) throws(SourceFailure) -> Bool { false }

  func nextPage(_ source: PullSource, subject: String) throws(SourceFailure) -> Int { 0 }

  func newestNotification(environment: String) throws(SourceFailure) -> Int64? { nil }
}
