import AppStore
import GrantLedger
import Host
import JobFile
import Matching
import Reconciliation
import Records
import Reports

/// Everything that `compare` was given, read and checked.
struct CompareInputs {
  let job: Job
  private let asOf: Instant
  private let window: Window
  private let storeFiles: [String]
  private let ledgers: [LedgerSettings]
  private let fileGaps: [Gap]
  private let runName: String?

  init(_ arguments: Arguments) throws(CommandFailure) {
    job = try Self.job(arguments)
    asOf = try JobArguments.asOf(arguments)
    window = Window(
      start: try JobArguments.instant("from", arguments),
      end: try JobArguments.instant("to", arguments))
    if let start = window.start, let end = window.end, end <= start {
      throw CommandFailure(.usage, "--to \(end.text) is not after --from \(start.text)")
    }
    storeFiles = arguments.all("store")
    guard !storeFiles.isEmpty else {
      throw CommandFailure(.usage, "--store FILE is missing; see compare --help")
    }
    try Self.refuseTwice(arguments.all("ledger"), storeFiles)
    ledgers = try Self.ledgers(arguments, job)
    runName = arguments.value("run-name")
    do throws(InputFailure) {
      fileGaps =
        try arguments.value("gaps").map { path throws(InputFailure) in
          try GapsFile.read(path)
        } ?? []
    } catch {
      throw CommandFailure(error)
    }
  }

  /// What the reports say of this comparison.
  var description: RunDescription {
    RunDescription(
      job: job.canonicalText.isEmpty ? nil : job.name, run: runName, asOf: asOf,
      configurationHash: Fingerprint.text(of: Array(configuration.utf8)))
  }

  /// The job's text, or without a job the app that was named.
  private var configuration: String {
    job.canonicalText.isEmpty
      ? "\(job.app.bundleID) \(job.app.environment)" : job.canonicalText
  }

  private static func job(_ arguments: Arguments) throws(CommandFailure) -> Job {
    if let path = arguments.value("job") {
      for option in ["bundle-id", "environment"] where arguments.has(option) {
        throw CommandFailure(.usage, "--\(option) beside --job: the job names its app")
      }
      return try JobArguments.job(path)
    }
    guard let bundle = arguments.value("bundle-id") else {
      throw CommandFailure(.usage, "either --job JOB or --bundle-id B is needed")
    }
    let environment = try JobArguments.environment(arguments) ?? "Production"
    return Job(
      name: "compare", app: Job.AppSettings(bundleID: bundle, environment: environment))
  }

  /// The ledgers to read: the job's, or files with the settings of the job's one ledger.
  private static func ledgers(
    _ arguments: Arguments, _ job: Job
  ) throws(CommandFailure) -> [LedgerSettings] {
    let files = arguments.all("ledger")
    guard !files.isEmpty else {
      guard !job.ledgers.isEmpty else {
        throw CommandFailure(.usage, "--ledger FILE is missing, and the job names no ledger")
      }
      return job.ledgers
    }
    guard !job.hasLedgerList else {
      throw CommandFailure(.usage, "--ledger beside a job that lists its ledgers")
    }
    let base = job.ledgers.first ?? LedgerSettings()
    var settings: [LedgerSettings] = []
    do throws(InputFailure) {
      for (index, file) in files.enumerated() {
        var ledger = base
        ledger.source = try InputFile.ledger(file)
        if files.count > 1 { ledger.name = "\(base.name)\(index + 1)" }
        settings.append(ledger)
      }
    } catch {
      throw CommandFailure(error)
    }
    return settings
  }

  /// A ledger that is read twice would grant everything twice, and a stream can be read only once.
  private static func refuseTwice(
    _ ledgers: [String], _ store: [String]
  ) throws(CommandFailure) {
    guard (ledgers + store).count(where: { $0 == "-" }) <= 1 else {
      throw CommandFailure(.usage, "standard input (-) can be read only once")
    }
    for (index, file) in ledgers.enumerated() {
      guard let same = ledgers[..<index].first(where: { InputFile.areSame($0, file) }) else {
        continue
      }
      throw CommandFailure(
        .usage, "--ledger \(same) and \(file) are one file, whose rows would count twice")
    }
  }

  /// Reads both sides and judges them.
  func outcome() throws(CommandFailure) -> Outcome {
    var books = Books(ledgers: ledgers.map(\.shape))
    var circumstances = job.circumstances(asOf: asOf)
    circumstances.window = window
    circumstances.gaps = try readStore(into: &books) + fileGaps
    do throws(InputFailure) {
      circumstances.owners = try LedgerReader.readAll(ledgers, into: &books).owners
    } catch {
      throw CommandFailure(error)
    }
    do throws(UnfitLedger) {
      return try Reconciler(circumstances, digest: Fingerprint.digest).reconcile(books)
    } catch {
      throw CommandFailure(.badData, error.words)
    }
  }

  private func readStore(into books: inout Books) throws(CommandFailure) -> [Gap] {
    let reader = StoreFileReader(
      verifier: try JobArguments.verifier(
        roots: job.store.roots, environment: job.app.environment),
      defaults: StoreDefaults(
        bundleID: job.app.bundleID, environment: job.app.environment, asOf: asOf))
    var summaries: [StoreFileSummary] = []
    do throws(StoreFileFailure) {
      for file in storeFiles { summaries.append(try reader.read(file, into: &books)) }
    } catch {
      throw CommandFailure(error)
    }
    guard books.store.readCount > 0 || !books.store.renewals.isEmpty || job.store.allowsEmpty else {
      throw CommandFailure(
        .badData,
        "\(storeFiles.joined(separator: ", ")) hold no record; if that is right, say "
          + "`allowEmpty: true` in the job's store")
    }
    return summaries.flatMap { $0.gaps + $0.limits } + StoreFileSummary.limits(of: summaries)
  }
}
