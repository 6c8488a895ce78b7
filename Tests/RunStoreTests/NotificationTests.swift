import Reconciliation
import Records
import RunStore
import Testing

@Suite struct `a notification` {
  private func notification(
    _ uuid: String, about id: String? = "100", _ results: [String], at: Int64 = 1_000
  ) -> PulledNotification {
    PulledNotification(
      uuid: uuid, type: "ONE_TIME_CHARGE", environment: "Production", transactionID: id,
      originalTransactionID: id, signedAt: hour(0).milliseconds + at,
      attempts: results.enumerated().map { SendAttempt(at: Int64($0), result: $1) })
  }

  private func page(_ notifications: [PulledNotification]) -> PulledPage {
    PulledPage(
      source: .notifications, subject: "w", number: 0, records: [], notifications: notifications)
  }

  @Test func `is kept once with what became of sending it`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    let unheard = notification("u1", ["TIMED_OUT", "NO_RESPONSE"])
    let never = notification("u2", [], at: 2_000)
    _ = try state.wholeRun([page([unheard, never, unheard, notification("u3", about: nil, [])])])
    #expect(try state.notificationCount() == 3)
    #expect(try state.notifications(about: "100", environment: "Production") == [unheard, never])
    #expect(try state.notifications(about: "100", environment: "Sandbox").isEmpty)
  }

  @Test func `is never less often sent than it was known to be`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    let first = notification("u1", ["TIMED_OUT"])
    let second = notification("u1", ["TIMED_OUT", "SUCCESS"])
    _ = try state.wholeRun([page([first])])
    _ = try state.wholeRun([page([second])], at: hour(24))
    _ = try state.wholeRun([page([first])], at: hour(48))
    #expect(try state.notifications(about: "100", environment: "Production") == [second])
  }

  @Test func `is forgotten when no open case can need it any more`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun([page([notification("u1", ["SUCCESS"])])])
    _ = try state.wholeRun(at: hour(24 * 400))
    #expect(try state.notificationCount() == 1)
    _ = try state.wholeRun(at: hour(24 * 401))
    #expect(try state.notificationCount() == 0)
  }

  @Test func `an attempt without a moment is kept as such`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    var old = notification("u1", ["SUCCESS"])
    old.attempts[0].at = nil
    _ = try state.wholeRun([page([old])])
    #expect(try state.notifications(about: "100", environment: "Production") == [old])
  }

  @Test func `the coverage stays with the run`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    try state.begin()
    var end = conclusion()
    end.coverage = Array(#"{"complete":true}"#.utf8)
    try state.seal(end)
    try state.finishRun(now: hour(1))
    #expect(try state.finishedRuns(atMost: 1).map(\.coverage) == [#"{"complete":true}"#])
  }
}
