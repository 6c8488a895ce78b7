import Formats
import Records
import StandIn
import System
import Testing

/// One of the things that a run does after another, and how it is known that it does.
struct Phase: Sendable, CustomTestStringConvertible {
  let job: SourceJob
  let path: String
  let request: Int
  /// Whether it comes in the second night.
  let isLater: Bool

  var testDescription: String {
    "\(job.rawValue) \(path) \(request) \(isLater ? "later" : "first")"
  }

  static let all = [
    Phase(job: .everything, path: "/inApps/v1/notifications/", request: 1, isLater: false),
    Phase(job: .everything, path: "/feed", request: 2, isLater: false),
    Phase(job: .everything, path: "/verifyReceipt", request: 5, isLater: false),
    Phase(job: .everything, path: "/inApps/v2/history/", request: 4, isLater: false),
    Phase(job: .everything, path: "/inApps/v1/transactions/", request: 1, isLater: false),
    Phase(job: .entitlement, path: "/inApps/v1/subscriptions/", request: 2, isLater: false),
    Phase(job: .feed, path: "/feed", request: 2, isLater: false),
    Phase(job: .askedReceipts, path: "/verifyReceipt", request: 5, isLater: false),
    Phase(job: .everything, path: "/inApps/v1/transactions/", request: 2, isLater: true),
    Phase(job: .everything, path: "/inApps/v2/refund/lookup/", request: 1, isLater: true),
    Phase(job: .everything, path: "/inApps/v2/history/", request: 1, isLater: true),
    Phase(job: .everything, path: "/feed", request: 1, isLater: true),
    Phase(job: .askedReceipts, path: "/verifyReceipt", request: 3, isLater: true),
  ]

  var asOf: String { isLater ? "2026-03-11T03:00:00Z" : PretendStore.asOf }
  var clock: Instant {
    PretendStore.clock.adding(milliseconds: isLater ? Milliseconds.day : 0)
  }
  /// Every answer of this list is so late that nobody waits for it.
  var fault: Fault {
    Fault(
      match: .init(path: path, nth: request, count: .max), effect: .late(milliseconds: 20_000))
  }

  /// A store whose nights before the disturbed one were quiet, and which is disturbed now.
  func disturbed() throws -> PretendStore {
    let store = try job.store()
    if isLater { _ = try job.run(store) }
    try job.reopen(store, at: clock, faults: [fault])
    return store
  }

  /// A store whose nights were all quiet.
  func calm() throws -> PretendStore {
    let store = try job.store()
    if isLater { _ = try job.run(store) }
    try job.reopen(store, at: clock)
    _ = try job.run(store, ["--run-name", "night"], asOf: asOf)
    return store
  }
}

@Suite struct `a run that ends within` {
  private static let files = [
    "missed-deliveries.csv", "double-grants.csv", "exceptions.csv", "could-not-check.csv",
    "summary.json",
  ]

  @Test(arguments: Phase.all)
  func `any of its phases by a kill goes on to the result of one that did not`(
    _ phase: Phase
  ) throws {
    let calm = try phase.calm()
    let store = try phase.disturbed()
    let run = try BackgroundRun(
      store, ["--run-name", "night"], asOf: phase.asOf,
      environment: SourceJob.environment(of: store))
    try run.waitForRequests(phase.request, under: phase.path)
    try run.send("KILL")
    #expect(try run.end().status == 137)
    try phase.job.reopen(store, at: phase.clock)
    let last = try phase.job.run(store, ["--run-name", "night"], asOf: phase.asOf)
    #expect(last.status == 0 || last.status == 1, "\(last.complaints)")
    for file in Self.files { #expect(store.report(file) == calm.report(file), "\(file)") }
  }

  @Test(arguments: Phase.all)
  func `any of its phases by its time reports what it saw, and is made good`(
    _ phase: Phase
  ) throws {
    let calm = try phase.calm()
    let store = try phase.disturbed()
    let first = try phase.job.run(store, ["--max-duration", "1"], asOf: phase.asOf)
    #expect(
      first.status == 3 || (first.status == 75 && first.output.isEmpty), "\(first.complaints)")
    let wrong = first.findings.filter { !$0.hasPrefix("unverifiable:") }
    try phase.job.reopen(store, at: phase.clock)
    let next = try phase.job.run(store, ["--run-name", "night"], asOf: phase.asOf)
    #expect(next.status == 0 || next.status == 1, "\(next.complaints)")
    #expect(Set(wrong).isSubset(of: next.findings))
    for file in Self.files.prefix(4) {
      let lines = [store, calm].map { $0.report(file).split(separator: "\n").count }
      #expect(lines[0] == lines[1], "\(file)")
    }
  }
}
