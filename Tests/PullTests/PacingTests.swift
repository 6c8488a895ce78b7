import Formats
import Records
import Reconciliation
import StandIn
import System
import TestKit
import Testing

@testable import AppStore

/// Clients over one budget file that ask a store on loopback, by a steady clock that only sleeping
/// moves; the clock on the wall is the machine's, since the store looks at the tokens' times.
private final class Askers {
  let store: StoreOnLoopback
  let clock = ClockDouble()
  let folder: TemporaryFolder

  init(faults: [Fault] = []) throws {
    let store = try StoreOnLoopback(faults: faults)
    self.folder = try TemporaryFolder()
    self.store = store
  }

  func client(limit: Int, seconds: Int64? = nil) throws -> StoreClient {
    var settings = store.settings
    settings.requestsPerHour = limit
    settings.budgetPath = folder.file("game.budget")
    settings.verifyReceipt = StoreSettings.VerifyReceiptSettings()
    settings.verifyReceipt?.url = "\(store.server.baseURL)/verifyReceipt"
    settings.feed = .init(url: "\(store.server.baseURL)/feed", tokenVariable: nil)
    var host = clock.host()
    host.now = Clock.nowMilliseconds
    host.deadline = seconds.map { Instant(milliseconds: host.now() + $0 * 1_000) }
    return try StoreClient(
      settings, app: store.app,
      hosts: StoreHosts(settings, environment: store.app.environment), host: host)
  }

  /// Asks one question of each client in turn, so long; when each was sent.
  func ask(_ clients: [StoreClient], hours: Int64) throws -> [SentLog] {
    var logs = clients.map { _ in SentLog() }
    let end = clock.steady + hours * Milliseconds.hour
    while clock.steady < end {
      for (index, client) in clients.enumerated() {
        client.ask(StoreCall(endpoint: .lookup, id: "1"), tag: 0)
        let settled = try #require(try client.next())
        #expect(Self.isDenied(settled))
        logs[index].add(clock.steady)
      }
    }
    return logs
  }

  static func isDenied(_ settled: StoreClient.Settled) -> Bool {
    guard case .failure(let error) = settled.result else { return false }
    return error.isUnknownID
  }
}

@Suite struct `a pull at a given limit` {
  private static let hour = Milliseconds.hour

  @Test func `reaches it and never passes it`() throws {
    let askers = try Askers()
    let sent = try askers.ask([askers.client(limit: 400)], hours: 4)[0]
    #expect(sent.most(in: Self.hour) <= 400)
    #expect(sent.moments.count * 100 >= 4 * 400 * 97)
    #expect(askers.clock.lines.count == 4)
    let line = "the pull waits for the hour's budget of 400 requests: the next may be sent at "
    #expect(askers.clock.lines.allSatisfy { $0.hasPrefix(line) })
  }

  @Test func `shares it with a pull of another job`() throws {
    let askers = try Askers()
    let clients = [try askers.client(limit: 400), try askers.client(limit: 300)]
    let sent = try askers.ask(clients, hours: 4)
    var both = SentLog()
    for moment in sent.flatMap(\.moments).sorted() { both.add(moment) }
    #expect(both.most(in: Self.hour) <= 400)
    #expect(both.moments.count * 100 >= 4 * 400 * 97)
    #expect(sent[1].most(in: Self.hour) <= 300)
  }

  @Test func `ends where its turn would come too late`() throws {
    let askers = try Askers()
    let client = try askers.client(limit: 100, seconds: 36)
    for tag in 1...3 { client.ask(StoreCall(endpoint: .lookup, id: "1"), tag: tag) }
    var kinds: [Int: StoreError.Kind] = [:]
    while let settled = try client.next() {
      if case .failure(let error) = settled.result { kinds[settled.tag] = error.kind }
    }
    #expect(kinds == [1: .refused, 2: .stopped, 3: .stopped])
    #expect(client.postponed?.hasPrefix("the hour's budget of 100 requests is spent until") == true)
    #expect(client.halt == nil && client.calls == ["lookup": 1])
    #expect(askers.clock.steady == 5_000_000)
  }

  @Test func `waits where there is time`() throws {
    let askers = try Askers()
    let client = try askers.client(limit: 100, seconds: 60)
    for tag in 1...2 { client.ask(StoreCall(endpoint: .lookup, id: "1"), tag: tag) }
    while let settled = try client.next() { #expect(Askers.isDenied(settled)) }
    #expect(client.postponed == nil && client.calls == ["lookup": 2])
  }

  @Test func `does not count what is not Apple's API`() throws {
    let folder = try TemporaryFolder()
    let clock = ClockDouble()
    var settings = StoreSettings()
    settings.requestsPerHour = 1
    settings.budgetPath = folder.file("game.budget")
    let app = StoreApp(bundleID: "a", environment: "Production", asOf: Instant(milliseconds: 0))
    let pacer = RequestPacer(settings, app: app, host: clock.host())
    func turn(_ place: StorePlace) throws -> RequestQueue.Turn {
      try pacer.turn(for: StoreCall(endpoint: .lookup, place: place, id: "1"))
    }
    for place in [.feed, .feed, .receipts, .sandboxReceipts] as [StorePlace] {
      #expect(try turn(place) == .now)
    }
    #expect(try turn(.receipts) != .now)
    #expect(!Files.exists(folder.file("game.budget")))
    #expect(try turn(.own) == .now)
    #expect(try turn(.sandbox) == .now)
    #expect(try turn(.own) != .now)
    #expect(Files.exists(folder.file("game.budget")))
  }

  @Test(arguments: [true, false])
  func `shares the sandbox with a job of the sandbox`(_ isOneFile: Bool) throws {
    let folder = try TemporaryFolder()
    let clock = ClockDouble()
    func pacer(_ environment: String) -> RequestPacer {
      var settings = StoreSettings()
      settings.requestsPerHour = 1_000
      settings.budgetPath = folder.file(isOneFile ? "budget" : environment)
      settings.sandboxBudgetPath = folder.file(isOneFile ? "budget" : "Sandbox")
      let app = StoreApp(
        bundleID: "a", environment: environment, asOf: Instant(milliseconds: 0))
      return RequestPacer(settings, app: app, host: clock.host())
    }
    let (production, sandbox) = (pacer("Production"), pacer("Sandbox"))
    let call = StoreCall(endpoint: .lookup, id: "1")
    #expect(try sandbox.turn(for: call) == .now)
    #expect(
      try production.turn(for: StoreCall(endpoint: .lookup, place: .sandbox, id: "1")) != .now)
    #expect(try production.turn(for: call) == .now)
    #expect(try production.turn(for: call) == .now)
    #expect(try sandbox.turn(for: call) != .now)
  }

  @Test func `counts the sandbox by itself, at a tenth`() throws {
    let askers = try Askers()
    let client = try askers.client(limit: 1_000)
    for place in [.sandbox, .own, .own, .sandbox] as [StorePlace] {
      client.ask(StoreCall(endpoint: .lookup, place: place, id: "1"), tag: 0)
      _ = try client.next()
    }
    #expect(askers.clock.steady - 5_000_000 == (TokenBucket(limit: 100).cost + 999_999) / 1_000_000)
  }
}

@Suite struct `a store that wants one endpoint left alone` {
  private static func busy(_ milliseconds: Int64) -> Fault {
    fault(
      .refuse(
        status: 429, body: .error(code: 4_290_000, message: "Later."),
        retryAfter: .milliseconds(milliseconds)),
      on: Path.lookup)
  }

  private static let lookup = StoreCall(endpoint: .lookup, id: "1")
  private static let history = StoreCall(endpoint: .history, id: "1")

  @Test func `gets it from all processes, and answers the rest`() throws {
    let askers = try Askers(faults: [Self.busy(600_000)])
    let clients = [try askers.client(limit: 1_000), try askers.client(limit: 1_000)]
    clients[0].ask(Self.lookup, tag: 1)
    clients[0].ask(Self.history, tag: 2)
    #expect(try clients[0].next()?.tag == 2)
    #expect(askers.clock.steady < 5_000_000 + 5_000)
    clients[1].ask(Self.lookup, tag: 1)
    clients[1].ask(Self.history, tag: 2)
    #expect(try clients[1].next()?.tag == 2)
    #expect(askers.clock.steady < 5_000_000 + 10_000)
    #expect(try clients[1].next()?.tag == 1)
    // The store's moment is counted from before its answer, by a clock that does not stand still.
    #expect(askers.clock.steady >= 5_000_000 + 600_000 - 5_000)
    #expect(try clients[0].next()?.tag == 1)
  }

  @Test func `for too long is asked by later questions of other kinds alone`() throws {
    let askers = try Askers(faults: [Self.busy(3 * Milliseconds.hour)])
    let client = try askers.client(limit: 1_000)
    client.ask(Self.lookup, tag: 1)
    guard case .failure(let error)? = try client.next()?.result else {
      return #expect(Bool(false))
    }
    #expect(error.kind == .stopped)
    #expect(client.postponed?.hasPrefix("the store asks to be left alone until ") == true)
    client.ask(Self.lookup, tag: 2)
    client.ask(Self.history, tag: 3)
    let others = [try client.next(), try client.next()].compactMap(\.self)
    #expect(others.map(\.tag) == [2, 3])
    #expect(client.calls == ["lookup": 1, "history": 1])
  }
}
