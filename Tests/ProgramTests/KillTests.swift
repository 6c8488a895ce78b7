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
  }

  @Test func `goes on to the result of one that was not`() throws {
    let calm = try PretendStore()
    _ = try calm.run(["--run-name", "night"])
    let slow = Fault(match: .init(count: .max), effect: .late(milliseconds: 40))
    let store = try PretendStore(faults: [slow])
    for attempt in 0..<10 {
      try runAndKill(store, after: 30 + attempt * 67 % 400)
    }
    let last = try store.run(["--run-name", "night"])
    #expect([0, 1].contains(last.status), "\(last.complaints)")
    #expect(try store.judge().status == 0)
    for file in ["missed-deliveries.csv", "double-grants.csv", "exceptions.csv", "summary.json"] {
      #expect(store.report(file) == calm.report(file), "\(file)")
    }
    let left = try Files.list(store.scratch.path("reports/test"))
    #expect(left == ["latest", "night"])
  }
}
