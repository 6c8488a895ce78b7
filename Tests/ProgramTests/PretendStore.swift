import Formats
import Records
import StandIn
import System

/// A stand-in store with its world, its ledger and a job for it, in a scratch folder.
final class PretendStore {
  static let clock = Instant(milliseconds: 1_773_111_600_000)
  static let asOf = "2026-03-10T03:00:00Z"

  let scratch: Scratch
  let folder: StoreFolder
  let server: StandInServer
  var job: String { scratch.path("job.json5") }

  init(
    _ scenario: Scenario = DemoScenario.scenario(), faults: [Fault] = [], store: String = ""
  ) throws {
    scratch = try Scratch()
    folder = try StoreFolder.create(
      at: scratch.path("store"), StoreFolder.Wishes(scenario: scenario, clock: Self.clock))
    server = try StandInServer(folder, faults: faults)
    try scratch.write(Self.text(folder, server, store), to: "job.json5")
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
  func run(_ words: [String] = [], asOf: String = PretendStore.asOf) throws -> BuiltProgram.Result {
    try BuiltProgram.call(
      ["run", job, "--as-of", asOf, "--format", "json"] + words, in: scratch)
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
