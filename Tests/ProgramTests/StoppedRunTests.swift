import Formats
import StandIn
import System
import Testing

@Suite struct `a run that is stopped` {
  private static let slow = Fault(match: .init(count: .max), effect: .late(milliseconds: 60))

  @Test func `by a signal ends soon, reports nothing, and is gone on with`() throws {
    let store = try PretendStore(faults: [Self.slow])
    let run = try BackgroundRun(store)
    try run.waitForRequests(20)
    try run.send("TERM")
    let answer = try run.end()
    #expect(answer.status == 143, "\(answer.complaints)")
    #expect(answer.output.isEmpty)
    #expect(answer.complaints.contains("the next run goes on from there"))
    #expect(try Files.list(store.scratch.path("reports/test")).isEmpty)
    let asked = store.server.requestCount
    try store.reopen()
    #expect(try store.run().status == 1)
    #expect(try store.judge().status == 0)
    #expect(store.server.requestCount <= 125 - asked)
  }

  /// A shell's background jobs ignore SIGINT, and what the parent ignores stays ignored.
  @Test func `by nothing that its parent ignores is not stopped`() throws {
    let store = try PretendStore(faults: [Self.slow])
    let run = try BackgroundRun(store)
    try run.waitForRequests(20)
    try run.send("INT")
    #expect(try run.end().status == 1)
  }

  @Test func `by the time it was given before the store spoke ends with 75`() throws {
    let fault = Fault(match: .init(count: .max), effect: .late(milliseconds: 3_000))
    let store = try PretendStore(faults: [fault])
    let answer = try store.run(["--max-duration", "1"])
    #expect(answer.status == 75, "\(answer.complaints)")
    #expect(answer.output.isEmpty)
    try store.reopen()
    #expect(try store.run().status == 1)
    #expect(try store.judge().status == 0)
  }

  @Test func `by the time it was given reports what it saw and ends with 3`() throws {
    let fault = Fault(
      match: .init(path: "/inApps/v2", nth: 3, count: .max), effect: .late(milliseconds: 3_000))
    let store = try PretendStore(faults: [fault])
    let answer = try store.run(["--max-duration", "1"])
    #expect(answer.status == 3, "\(answer.complaints)")
    let wrong = answer.findings.filter { !$0.hasPrefix("unverifiable:") }
    try store.reopen()
    let next = try store.run(asOf: "2026-03-10T03:00:01Z")
    #expect(next.status == 1)
    #expect(Set(wrong).subtracting(next.findings).isEmpty)
    #expect(try store.judge().status == 0)
  }

  @Test func `by a store that wants to be left alone before it spoke ends with 75`() throws {
    let fault = Fault(match: .init(count: .max), effect: Trouble.tomorrow)
    let store = try PretendStore(faults: [fault])
    let answer = try store.run()
    #expect(answer.status == 75)
    #expect(answer.complaints.contains("the store asks to be left alone until"))
    let asked = store.server.requestCount
    #expect(try store.run().status == 75)
    #expect(store.server.requestCount == asked)
    try store.reopen()
    #expect(try store.run().status == 1)
  }

  @Test func `in one list by a store that wants it left alone reads the others`() throws {
    let fault = Fault(match: .init(count: 1), effect: Trouble.tomorrow)
    let store = try PretendStore(faults: [fault])
    let answer = try store.run()
    #expect(answer.status == 3)
    #expect(answer.complaints.contains("the store asks to be left alone until"))
    #expect(answer.output.contains("notifications could not be read"))
    #expect(store.server.requests.contains { $0.path.contains("history/") })
    try store.reopen()
    #expect(try store.run(asOf: "2026-03-10T03:00:01Z").status == 1)
    #expect(try store.judge().status == 0)
  }

  @Test func `by a limit on the size of files says so and loses nothing`() throws {
    let store = try PretendStore()
    let program = BuiltProgram.folder + "/iap-reconcile"
    let call =
      "ulimit -f 60; SWIFT_BACKTRACE=enable=no exec '\(program)' run '\(store.job)' "
      + "--as-of \(PretendStore.asOf) 2>&1"
    let answer = try Command.run(call, timeoutMilliseconds: 60_000, byteLimit: 65_536)
    #expect(answer.exitStatus == 73)
    #expect(String(decoding: answer.bytes, as: UTF8.self).contains("state.sqlite"))
    #expect(try store.run().status == 1)
    #expect(try store.judge().status == 0)
  }
}

@Suite struct `a ledger that changes while the run works` {
  private static let slow = Fault(
    match: .init(path: "/inApps/v2", count: .max), effect: .late(milliseconds: 40))

  /// The answer of a run in whose midst the ledger is changed.
  private func run(
    _ store: PretendStore, _ change: (PretendStore) throws -> Void
  ) throws -> BuiltProgram.Result {
    let run = try BackgroundRun(store)
    try run.waitForRequests(10)
    try change(store)
    return try run.end()
  }

  @Test(arguments: [
    ("DELETE FROM orders", Int32(65)), ("DROP TABLE orders", 69),
    ("DELETE FROM orders WHERE row_id % 2 = 0", 69),
    ("ALTER TABLE orders RENAME COLUMN state TO status_word", 65),
    ("UPDATE orders SET state = 'whatever' WHERE row_id = 9", 65),
  ])
  func `as no ledger does is not judged`(_ sql: String, _ status: Int32) throws {
    let store = try PretendStore(faults: [Self.slow])
    let answer = try run(store) { try $0.write(sql) }
    #expect(answer.status == status, "\(answer.complaints)")
    #expect(answer.complaints.contains("orders"))
    #expect(try Files.list(store.scratch.path("reports/test")).isEmpty)
  }

  @Test func `and vanishes ends the run with 69`() throws {
    let store = try PretendStore(faults: [Self.slow])
    let answer = try run(store) { try Files.removeFile($0.folder.ledgerPath) }
    #expect(answer.status == 69)
    #expect(answer.complaints.contains(store.folder.ledgerPath))
  }

  @Test func `by a row or two is judged as it stands`() throws {
    let store = try PretendStore(faults: [Self.slow])
    let answer = try run(store) {
      try $0.write(
        """
        INSERT INTO orders(row_id, transaction_id, user_id, product_id, purchase_time, state,
          environment) VALUES (990001, '430750009999999', '7', 'coins.500',
          '2026-03-09T01:00:00Z', 'granted', 'Production')
        """)
    }
    #expect(answer.status == 1)
    #expect(answer.findings.filter { $0.hasPrefix("unknown-grant:") }.count == 2)
  }
}
