import Formats
import Records
import SQLite
import StandIn
import System

/// A stand-in store with its world, its ledger and a job for it, in a scratch folder.
final class PretendStore {
  static let clock = Instant(milliseconds: 1_773_111_600_000)
  static let asOf = "2026-03-10T03:00:00Z"

  let scratch: Scratch
  let folder: StoreFolder
  private(set) var server: StandInServer
  private let extra: String
  var job: String { scratch.path("job.json5") }

  init(
    _ scenario: Scenario = DemoScenario.scenario(), faults: [Fault] = [], store: String = ""
  ) throws {
    scratch = try Scratch()
    folder = try StoreFolder.create(
      at: scratch.path("store"), StoreFolder.Wishes(scenario: scenario, clock: Self.clock))
    server = try StandInServer(folder, faults: faults)
    extra = store
    try scratch.write(Self.text(folder, server, store), to: "job.json5")
  }

  /// Puts another server in the place of this one: at another moment, with other faults.
  ///
  /// It has counted no requests and told nobody to leave it alone, so the budget goes as well.
  func reopen(
    at clock: Instant = PretendStore.clock, feed: FeedStyle = FeedStyle(), faults: [Fault] = []
  ) throws {
    server.stop()
    try forgetBudget()
    server = try StandInServer(folder, clock: clock, faults: faults, feed: feed)
    try scratch.write(Self.text(folder, server, extra), to: "job.json5")
  }

  /// The count of the hour's requests.
  var budget: String { scratch.path("\(folder.identity.bundleID).Production.budget") }

  /// Removes the count of the hour's requests.
  func forgetBudget() throws {
    if Files.exists(budget) { try Files.removeFile(budget) }
  }

  /// Changes the job's text.
  func edit(_ change: (String) -> String) throws {
    try scratch.write(change(scratch.text("job.json5")), to: "job.json5")
  }

  /// Leaves Apple's API out of the job, which gets another source.
  func leaveOutKey(_ source: String) throws {
    try edit { text in
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines.removeAll { $0.contains("issuerId:") }
      let key = lines.firstIndex { $0.contains("privateKeyFile:") } ?? 0
      lines[key] = "    roots: [\"\(folder.rootPath)\"], \(source)"
      return lines.joined(separator: "\n")
    }
  }

  /// Changes the ledger.
  func write(_ sql: String) throws {
    try Database(path: folder.ledgerPath, mode: .readWriteCreate).execute(sql)
  }

  private static func text(
    _ folder: StoreFolder, _ server: StandInServer, _ store: String
  ) -> String {
    """
    {
      name: "test",
      app: { bundleId: "\(folder.identity.bundleID)", appAppleId: \(folder.identity.appAppleID) },
      store: {
        baseURL: "\(server.baseURL)", sandboxBaseURL: "\(server.baseURL)/sandbox",
        issuerId: "\(folder.identity.issuerID)", keyId: "\(folder.identity.keyID)",
        privateKeyFile: "\(folder.privateKeyPath)", roots: ["\(folder.rootPath)"], \(store)
      },
      ledger: { name: "orders", url: "sqlite:\(folder.ledgerPath)", table: "orders" },
      reports: { directory: "reports" }, state: "state.sqlite",
    }
    """
  }

  /// Runs the job as cron would.
  func run(
    _ words: [String] = [], asOf: String = PretendStore.asOf, environment: [String] = []
  ) throws -> BuiltProgram.Result {
    try BuiltProgram.call(
      ["run", job, "--as-of", asOf, "--format", "json"] + words, environment: environment,
      in: scratch)
  }

  /// Whether the newest report holds exactly what was planted.
  func judge() throws -> BuiltProgram.Result {
    try BuiltProgram.call(
      ["judge", folder.path, scratch.path("reports/test/latest/summary.json")],
      of: "fake-app-store", in: scratch)
  }

  /// The newest report's file.
  func report(_ file: String) -> String { scratch.text("reports/test/latest/" + file) }
}

extension StoreFolder {
  /// The lowest transaction id of the world's environment.
  func firstTransactionID(in environment: String) throws -> String? {
    let world = try Database(path: worldPath, mode: .readOnly)
    let row = try world.prepare(
      "SELECT min(transaction_id) FROM versions WHERE environment = ?1")
    try row.bind(environment, at: 1)
    return try row.step() ? row.text(at: 0) : nil
  }
}
