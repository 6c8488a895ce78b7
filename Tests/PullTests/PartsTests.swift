import Formats
import Records
import Reconciliation
import Testing

@testable import AppStore

/// The longest wait after an attempt.
enum RetryBounds {
  static func bound(afterAttempt attempt: Int) -> Int64 {
    RetryPolicy.waitMilliseconds(afterAttempt: attempt) { $0 - 1 }
  }
}

@Suite struct `the moment to come back` {
  private static let now: Int64 = 1_773_111_600_000

  @Test(arguments: [
    ("1773111609000", 1_773_111_609_000 as Int64?),
    ("1773111609", 1_773_111_609_000), ("9", now + 9_000), ("0", nil), ("-5", nil),
    ("1773111599999", nil), ("1773111600000", nil), ("Tue, 10 Mar 2026 03:00:30 GMT", now + 30_000),
    ("Tue, 10 Mar 2026 02:59:59 GMT", nil), ("soon", nil), ("", nil),
    ("Tue, 40 Mar 2026 03:00:30 GMT", nil), ("Tue, 10 Mar 2026 25:00:30 GMT", nil),
    ("99999999999999999999999", nil),
  ])
  func `is read in every form`(_ text: String, _ moment: Int64?) {
    #expect(RetryAfter.moment(text, now: Self.now) == moment)
  }

  @Test func `may be missing`() {
    #expect(RetryAfter.moment(nil, now: Self.now) == nil)
  }
}

@Suite struct `a URL` {
  @Test func `has nothing in it that means anything`() {
    #expect(PercentEncoding.encode("aZ09-._~") == "aZ09-._~")
    #expect(PercentEncoding.encode("a+b/c=d e?f&g%#ä") == "a%2Bb%2Fc%3Dd%20e%3Ff%26g%25%23%C3%A4")
    var call = StoreCall(endpoint: .history, id: "1/../2?")
    call.query = [.init(name: "revision", value: "++//="), .init(name: "sort", value: "ASCENDING")]
    #expect(
      call.url(below: "https://a.example")
        == "https://a.example/inApps/v2/history/1%2F..%2F2%3F?revision=%2B%2B%2F%2F%3D&sort=ASCENDING"
    )
  }

  @Test func `leads to Apple unless the job says otherwise`() throws {
    var settings = StoreSettings()
    #expect(
      try StoreHosts(settings, environment: "Production").own == "https://api.storekit.apple.com")
    let sandbox = "https://api.storekit-sandbox.apple.com"
    #expect(try StoreHosts(settings, environment: "Production").sandbox == sandbox)
    #expect(try StoreHosts(settings, environment: "Sandbox").own == sandbox)
    #expect(try StoreHosts(settings, environment: "Sandbox").sandbox == nil)
    settings.baseURL = "https://proxy.example/apple/"
    #expect(
      try StoreHosts(settings, environment: "Production").own == "https://proxy.example/apple")
    #expect(try StoreHosts(settings, environment: "Production").sandbox == nil)
    settings.sandboxBaseURL = "https://proxy.example/sandbox"
    #expect(
      try StoreHosts(settings, environment: "Production").sandbox == "https://proxy.example/sandbox"
    )
    let failure = try #require(throws: SourceFailure.self) {
      _ = try StoreHosts(settings, environment: "Xcode")
    }
    #expect(failure.kind == .misconfigured)
  }
}

@Suite struct `a page of an answer` {
  private static func page(_ json: String, _ endpoint: Endpoint) throws(StoreError) -> AnswerPage {
    try AnswerPage(Array(json.utf8), form: endpoint.form)
  }

  @Test func `is read by the endpoint's form`() throws {
    let history = try Self.page(
      #"{"revision":"r","hasMore":true,"bundleId":"b","signedTransactions":["a","b"],"x":1}"#,
      .history)
    #expect(history.tokens == [Array("a".utf8), Array("b".utf8)])
    #expect(history.next == "r" && history.hasMore)
    let sweep = try Self.page(
      #"{"hasMore":false,"notificationHistory":[{"signedPayload":"a","sendAttempts":[]}]}"#,
      .notifications)
    #expect(sweep.tokens == [Array("a".utf8)])
    #expect(sweep.next == nil && !sweep.hasMore)
    #expect(try Self.page(#"{"hasMore":false}"#, .notifications).tokens.isEmpty)
    let single = try Self.page(#"{"signedTransactionInfo":"a"}"#, .lookup)
    #expect(single.tokens == [Array("a".utf8)])
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"hasMore":true,"notificationHistory":[]}"#,
    #"{"hasMore":"true","notificationHistory":[]}"#, #"{"hasMore":false,"notificationHistory":{}}"#,
    #"{"hasMore":false,"notificationHistory":["a"]}"#,
    #"{"hasMore":true,"paginationToken":"p"}"#, #"{"hasMore":false,"notificationHistory":[{}]}"#,
    "<html>",
  ])
  func `is unreadable where it is something else`(_ json: String) throws {
    let error = try #require(throws: StoreError.self) {
      _ = try Self.page(json, .notifications)
    }
    #expect(error.kind == .unreadable)
    #expect(error.isPassing)
  }

  @Test func `shows no more of what is none than a line`() throws {
    let error = try #require(throws: StoreError.self) {
      _ = try Self.page("<\n\u{1B}[31m" + String(repeating: "x", count: 500), .lookup)
    }
    #expect(error.message.hasSuffix("`<..[31m" + String(repeating: "x", count: 113) + "`"))
  }
}

@Suite struct `a sweep` {
  private static let day = Milliseconds.day

  @Test(arguments: [
    (7, 0, 3), (3, 0, 1), (4, 0, 2), (179, 0, 60), (4, 63, 2), (4, 64, 8), (179, 5_000, 60),
  ])
  func `has a window for three days, and eight at least where there is much to read`(
    _ days: Int64, _ pagesBefore: Int, _ count: Int
  ) throws {
    let sweep = try #require(
      Sweep(from: 5, to: 5 + days * Self.day + 1 - 1, pagesBefore: pagesBefore))
    let windows = sweep.windows
    #expect(windows.count == count)
    #expect(windows.first?.start == 5)
    #expect(windows.last?.end == 5 + days * Self.day)
    #expect(zip(windows, windows.dropFirst()).allSatisfy { $0.end == $1.start })
    #expect(windows.allSatisfy { $0.start < $0.end })
    #expect(Sweep(text: sweep.text) == sweep)
  }

  @Test func `is none without length, and none of what is not one's text`() {
    #expect(Sweep(from: 5, to: 5) == nil)
    for text in ["", "1 2", "a b c", "5 5 1", "9 5 1", "0 5 0", "0 5 -1", "0 9 5 1"] {
      #expect(Sweep(text: text) == nil)
    }
  }

  @Test(arguments: [WindowMark.read, .next("a token with blanks"), .next(""), .next("read")])
  func `keeps of each window how far it was read`(_ mark: WindowMark) {
    #expect(WindowMark(text: mark.text) == mark)
  }

  @Test func `begins three days before the last end and not beyond the horizon`() {
    let day = Milliseconds.day
    let asOf = Instant(milliseconds: 1_000 * day)
    func plan(_ lastEnd: Int64?, _ environment: String) -> SweepPlan {
      SweepPlan(
        lastEnd: lastEnd, firstDays: 60,
        app: StoreApp(bundleID: "b", environment: environment, asOf: asOf))
    }
    #expect(plan(nil, "Production").start == 940 * day)
    #expect(plan(nil, "Sandbox").start == 970 * day + Milliseconds.hour)
    #expect(plan(999 * day, "Production").start == 996 * day)
    let horizon = 820 * day + Milliseconds.hour
    let atEdge = plan(horizon, "Production")
    #expect(atEdge.start == horizon && atEdge.goesOn(from: atEdge.start))
    let beyond = plan(horizon - 1, "Production")
    #expect(beyond.start == horizon && !beyond.goesOn(from: beyond.start))
    #expect(!plan(nil, "Production").goesOn(from: 0))
  }
}
