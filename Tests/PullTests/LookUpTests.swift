import AppStore
import Records
import Reconciliation
import StandIn
import Testing

@Suite struct `looking up` {
  private static let noProof = LookUpAnswer.unanswered(
    "the store denies it, and did not confirm any other id of this app either, so its no "
      + "proves nothing")

  @Test func `finds what exists and believes a second no about the rest`() throws {
    let store = try StoreOnLoopback([collector(purchases: 2)])
    let ids = try store.customers()
    let before = store.server.requestCount
    let pull = try store.pull()
    let answers = try pull.lookUp([ids[0], "999", ids[1], ids[0]])
    #expect(
      answers == [
        ids[0]: .found(environment: "Production"), ids[1]: .found(environment: "Production"),
        "999": .unknown,
      ])
    #expect(store.memory.records.map(\.origin) == [.lookup, .lookup])
    let asked = store.server.requests[before...].map(\.path).filter { $0.hasSuffix("/999") }
    let sandbox = "/sandbox\(Path.lookup)999"
    #expect(asked == ["\(Path.lookup)999", "\(Path.lookup)999", sandbox, sandbox])
    #expect(pull.report.gaps.isEmpty)
  }

  @Test func `takes no single no for an answer`() throws {
    let denied = fault(refusal(4_040_010), on: Path.lookup)
    let store = try StoreOnLoopback([collector(purchases: 1)], faults: [denied])
    let id = try #require(try store.customers().first)
    let answers = try store.pull().lookUp([id])
    #expect(answers == [id: .found(environment: "Production")])
  }

  @Test func `finds in the sandbox what production does not know`() throws {
    var purchase = Step.Purchase(label: "1", product: .coins100, ago: .hours(3))
    purchase.environment = .sandbox
    let story = Story("tester", [.buy(purchase)])
    var store = try StoreOnLoopback([story])
    store.app.environment = "Sandbox"
    store.settings.baseURL = "\(store.server.baseURL)/sandbox"
    store.settings.pull.notificationDays = 20
    let id = try #require(try store.customers().first)
    store.app.environment = "Production"
    store.settings.baseURL = store.server.baseURL
    let answers = try store.pull().lookUp([id])
    #expect(answers == [id: .found(environment: "Sandbox")])
    #expect(store.memory.records.map(\.environment) == ["Sandbox"])
  }

  @Test func `concludes nothing from a store that knows nothing`() throws {
    let store = try StoreOnLoopback([collector(purchases: 1)])
    let answers = try store.pull().lookUp(["998", "999"])
    #expect(answers == ["998": Self.noProof, "999": Self.noProof])
  }

  @Test func `looks up an id that was pulled to see whether the store knows anything`() throws {
    let store = try StoreOnLoopback([collector(purchases: 1)])
    let pull = try store.pull()
    try pull.pullNotifications()
    let before = store.server.requestCount
    #expect(try pull.lookUp(["999"]) == ["999": .unknown])
    #expect(store.server.requestCount == before + 5)
    #expect(try pull.lookUp(["999"])["999"] == .unknown)
  }

  @Test func `looks up an id that is remembered, and no other`() throws {
    let store = try StoreOnLoopback([collector(purchases: 1)])
    let id = try #require(try store.customers().first)
    #expect(try store.pull().lookUp(["999"], knownGood: [id]) == ["999": Self.noProof])
    try store.pull().pullNotifications()
    #expect(try store.pull().lookUp(["999"], knownGood: [id]) == ["999": .unknown])
    let denied = try store.later(
      clock,
      faults: [
        fault(refusal(4_040_010), on: Path.lookup, count: 100)
      ])
    #expect(try store.pull(of: denied).lookUp(["999"], knownGood: [id]) == ["999": Self.noProof])
  }

  @Test func `proves by the ids that are named before those that arrived first`() throws {
    let store = try StoreOnLoopback([collector(purchases: 2)])
    let ids = try store.customers()
    let pull = try store.pull()
    try pull.pullNotifications()
    for (id, unknown) in [(ids[1], "999"), (ids[0], "998")] {
      let before = store.server.requests.count
      #expect(try pull.lookUp([unknown], knownGood: [id, unknown]) == [unknown: .unknown])
      #expect(store.server.requests[before...].last?.path == Path.lookup + id)
    }
  }

  @Test func `asks no more about an id that was denied in this pull`() throws {
    let store = try StoreOnLoopback([collector(purchases: 1)])
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    try pull.pullNotifications()
    #expect(try pull.lookUp(["999"], knownGood: [id]) == ["999": .unknown])
    let before = store.server.requestCount
    #expect(try pull.lookUp(["999", id], knownGood: []).count == 2)
    // The other one was found as the proof.
    #expect(store.server.requestCount == before)
  }

  @Test func `concludes nothing where no sandbox can be asked`() throws {
    var store = try StoreOnLoopback([collector(purchases: 1)])
    store.settings.sandboxBaseURL = nil
    let id = try #require(try store.customers().first)
    let answers = try store.pull().lookUp([id, "999"])
    guard case .unaskable(let reason) = answers["999"] else {
      Issue.record("an answer: \(String(describing: answers["999"]))")
      return
    }
    #expect(reason.contains("store.sandboxBaseURL"))
  }

  @Test func `concludes nothing from a failure`() throws {
    let faults = [
      fault(.refuse(status: 503, body: .none, retryAfter: nil), on: Path.lookup, count: 5)
    ]
    let store = try StoreOnLoopback([collector(purchases: 1)], faults: faults)
    let answers = try store.pull().lookUp(["999"])
    #expect(
      answers == [
        "999": .unanswered("HTTP 503: the answer holds no error code of Apple's")
      ])
    #expect(store.server.requestCount == 5)
  }

  @Test func `does not ask for what cannot be an id, nor believe that it is unknown`() throws {
    let store = try StoreOnLoopback([collector(purchases: 1)])
    let answers = try store.pull().lookUp(["", "..", "4.3E+14", "7042900000000007"])
    let impossible = LookUpAnswer.unaskable("it cannot be a transaction id")
    #expect(answers[""] == impossible)
    #expect(answers[".."] == impossible)
    #expect(
      answers["4.3E+14"]
        == .unaskable(
          "the store says that it cannot be an id: HTTP 400, error 4000006: Invalid transaction id."
        ))
  }

  @Test func `keeps a tampered answer as refused, and has no answer`() throws {
    let tampered = fault(.tampered(token: 1), on: Path.lookup)
    let store = try StoreOnLoopback([collector(purchases: 1)], faults: [tampered])
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    #expect(
      try pull.lookUp([id])
        == [id: .unanswered("signature refused: its signature does not fit its content")])
    #expect(store.memory.records.map(\.kind) == [.refused])
    #expect(pull.report.gaps.map(\.transactionID) == [id])
    // Asked again, also by a run that goes on.
    #expect(try store.pull().lookUp([id]) == [id: .found(environment: "Production")])
  }

  @Test func `goes on where it was broken off`() throws {
    let store = try StoreOnLoopback([collector(purchases: 3)])
    let ids = try store.customers()
    store.memory.pagesLeft = 2
    let killed = try store.pull()
    #expect(throws: SourceFailure(.interrupted, "killed")) { _ = try killed.lookUp(ids) }
    store.memory.pagesLeft = nil
    let before = store.server.requestCount
    let answers = try store.pull().lookUp(ids)
    #expect(answers.values.allSatisfy { $0 == .found(environment: "Production") })
    #expect(store.server.requestCount == before + 1)
  }
}
