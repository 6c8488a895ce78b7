import Formats
import StandIn
import System
import Testing

@Suite struct `a run that is killed` {
  /// Kills the run after so many milliseconds, if it has not ended by then.
  private func runAndKill(_ store: PretendStore, after milliseconds: Int) throws {
    let program = BuiltProgram.folder + "/iap-reconcile"
    let call =
      "SWIFT_BACKTRACE=enable=no exec timeout --signal=KILL \(milliseconds / 1_000)."
      + String(repeating: "0", count: 3 - String(milliseconds % 1_000).count)
      + "\(milliseconds % 1_000) '\(program)' run '\(store.job)' --as-of \(PretendStore.asOf) "
      + "--run-name night --quiet >/dev/null 2>&1"
    _ = try Command.run(call, timeoutMilliseconds: 60_000, byteLimit: 1_024)
    // The kill is sent and not waited for: the lock falls when the process is really gone.
    _ = try LockedFile(
      path: store.scratch.path("state.sqlite.lock"), waitingMilliseconds: 30_000)
  }

  private static let tables = [
    "missed-deliveries.csv", "double-grants.csv", "exceptions.csv", "could-not-check.csv",
  ]

  /// Every answer takes so long that ten kills cannot let the run come to its end.
  @Test func `goes on to the result of one that was not`() throws {
    let calm = try PretendStore()
    _ = try calm.run(["--run-name", "night"])
    let slow = Fault(match: .init(count: .max), effect: .late(milliseconds: 100))
    let store = try PretendStore(faults: [slow])
    for attempt in 0..<10 { try runAndKill(store, after: 60 + attempt * 67 % 100) }
    #expect(!Files.exists(store.scratch.path("reports/test/latest")))
    let last = try store.run(["--run-name", "night"])
    #expect(last.status == 1, "\(last.complaints)")
    #expect(try store.judge().status == 0)
    for file in Self.tables + ["summary.json"] {
      #expect(store.report(file) == calm.report(file), "\(file)")
    }
    #expect(try Files.list(store.scratch.path("reports/test")) == ["latest", "night"])
  }

  /// At whatever moment it dies, also while it reports: what is found in the end is the same, but
  /// for the marks of those that a whole report has called new already.
  @Test(arguments: [60, 90, 120, 150, 180, 210, 240, 270, 300, 350])
  func `loses nothing at any moment`(_ milliseconds: Int) throws {
    let store = try PretendStore()
    for attempt in 0..<3 { try runAndKill(store, after: milliseconds + attempt * 7) }
    let last = try store.run(["--run-name", "night"])
    #expect([0, 1].contains(last.status), "\(last.complaints)")
    let judged = try store.judge()
    #expect(judged.status == 0, "\(judged.complaints)")
    #expect(try Files.list(store.scratch.path("reports/test")) == ["latest", "night"])
  }
}
