import Formats
import StandIn
import System
import Testing

/// A run that goes on while the test does something to it.
final class BackgroundRun {
  private let store: PretendStore
  private static let patience: Int64 = 60_000

  /// Starts the run of a store's job.
  init(
    _ store: PretendStore, _ words: [String] = [], asOf: String = PretendStore.asOf,
    environment: [String] = []
  ) throws {
    self.store = store
    for file in ["pid", "status"] where Files.exists(store.scratch.path(file)) {
      try Files.removeFile(store.scratch.path(file))
    }
    let program = BuiltProgram.folder + "/iap-reconcile"
    let call = (["run", store.job, "--as-of", asOf, "--format", "json"] + words)
      .joined(separator: " ")
    let folder = store.scratch.folder
    let variables = (["SWIFT_BACKTRACE=enable=no"] + environment).joined(separator: " ")
    let line =
      "(\(variables) '\(program)' \(call) >'\(folder)/out' 2>'\(folder)/err' & "
      + "echo $! >'\(folder)/pid'; wait $!; echo $? >'\(folder)/status.new'; "
      + "mv '\(folder)/status.new' '\(folder)/status') </dev/null >/dev/null 2>&1 &"
    _ = try Command.run(line, timeoutMilliseconds: 10_000, byteLimit: 1_024)
  }

  /// Waits until the store was asked so often in all.
  func waitForRequests(_ count: Int) throws {
    try wait { store.server.requestCount >= count }
  }

  /// Waits until the store was asked so often under a path.
  func waitForRequests(_ count: Int, under path: String) throws {
    try wait { store.server.requests.count { $0.path.hasPrefix(path) } >= count }
  }

  /// Sends a signal.
  func send(_ signal: String) throws {
    let number = store.scratch.text("pid").filter { $0.isNumber }
    _ = try Command.run("kill -\(signal) \(number)", timeoutMilliseconds: 5_000, byteLimit: 1_024)
  }

  /// Waits for the end.
  func end() throws -> BuiltProgram.Result {
    try wait { Files.exists(store.scratch.path("status")) }
    return BuiltProgram.Result(
      status: Int32(store.scratch.text("status").filter { $0.isNumber }) ?? -1,
      output: store.scratch.text("out"), complaints: store.scratch.text("err"))
  }

  private func wait(_ condition: () -> Bool) throws {
    let end = Clock.monotonicMilliseconds() + Self.patience
    while !condition() {
      try #require(Clock.monotonicMilliseconds() < end, "it took too long")
      Clock.sleep(milliseconds: 2)
    }
  }
}
