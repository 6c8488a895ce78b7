import Formats
import Reconciliation
import Records
import System
import TestKit
import Testing

@testable import AppStore

/// What a budget file holds.
private func contents(_ path: String) throws -> [UInt8] {
  try LockedFile(path: path).contents()
}

@Suite struct `the budget file` {
  private static let hour = Milliseconds.hour

  @Test func `is shared by all who open it and survives them`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("new/folder/game.budget")
    let clock = ClockDouble()
    var taken = 0
    // A new object each time: whoever was before is gone without a word.
    while try Taker(path, limit: 3_600, clock).take() == 0 { taken += 1 }
    #expect(taken == 17)
    #expect(try Taker(path, limit: 3_600, clock).take() <= 1_011)
  }

  @Test func `is one line that a person can read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("game.budget")
    let clock = ClockDouble()
    let taker = Taker(path, limit: 1_000, clock)
    #expect(try taker.take() == 0)
    let text = String(decoding: try contents(path), as: UTF8.self)
    #expect(
      text == """
        {"schema":"iap-reconcile/budget/1","boot":"boot-1","steadyMilliseconds":5000000,\
        "at":1773116600000,"budgets":[{"bundleId":"com.example.game","environment":"Production",\
        "usual":[{"requestsPerHour":1000,"owedNanoseconds":3636363637}],"rare":[],\
        "heldMilliseconds":{}}]}

        """)
    clock.pass(Self.hour)
    _ = try taker.budget.use(.init(bundleID: "b", environment: "Sandbox")) {
      $0.take(.history, limit: 7)
    }
    #expect(try BudgetText.book(contents(path)).budgets.keys.map(\.bundleID) == ["b"])
  }

  @Test func `is read after a kill between writing and shortening it`() throws {
    let folder = try TemporaryFolder()
    let clock = ClockDouble()
    let path = folder.file("game.budget")
    _ = try Taker(path, limit: 1_000, clock).take()
    let torn = try contents(path) + Array(#"rest of a longer line"}]}"#.utf8)
    _ = try folder.write(torn + [UInt8(ascii: "\n")], to: "game.budget")
    clock.pass(1)
    #expect(try Taker(path, limit: 1_000, clock).take() == 0)
  }

  @Test func `is new where it is empty or not there`() throws {
    let folder = try TemporaryFolder()
    let clock = ClockDouble()
    let path = try folder.write("", to: "empty.budget")
    #expect(try Taker(path, limit: 1_000, clock).take() == 0)
    let missing = SharedBudget(path: folder.file("missing.budget"), host: clock.host())
    let account = BudgetBook.Account(bundleID: "a", environment: "Production")
    #expect(try missing.standing(account).isIdle)
    #expect(!Files.exists(folder.file("missing.budget")))
  }

  @Test(arguments: [
    ("\u{0}\u{0}\u{0}\u{0}\n", "is no JSON: line 1, column 1"),
    ("nonsense", "does not hold one whole line"),
    ("{\"name\":\"x\"}\n", "is another kind of file: it does not say `iap-reconcile/budget/…`"),
    ("[]\n", "has no object in the line"),
    (#"{"schema":"iap-reconcile/budget/2"}"# + "\n", "another version of this program wrote it"),
    (#"{"schema":"iap-reconcile/budget/1"}"# + "\n", "has no text `boot`"),
    (
      #"{"schema":"iap-reconcile/budget/1","boot":"","steadyMilliseconds":-1}"# + "\n",
      "has no whole number `steadyMilliseconds` that can be"
    ),
    (
      #"{"schema":"iap-reconcile/budget/1","boot":"","steadyMilliseconds":1,"at":1.5}"# + "\n",
      "has no whole number `at` that can be"
    ),
  ])
  func `is never taken for new where it cannot be read`(_ text: String, _ words: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "game.budget")
    let failure = try #require(throws: SourceFailure.self) {
      _ = try Taker(path, limit: 1_000, ClockDouble()).take()
    }
    #expect(failure.kind == .misconfigured)
    #expect(failure.words.hasPrefix("the budget file \(path) "))
    #expect(failure.words.contains(words))
    #expect(try contents(path) == Array(text.utf8))
  }

  @Test func `must be one that can be written`() throws {
    let folder = try TemporaryFolder()
    let blocked = try folder.write("", to: "file")
    for path in [folder.path, "\(blocked)/game.budget", "/proc/game.budget"] {
      let failure = try #require(throws: SourceFailure.self) {
        _ = try Taker(path, limit: 1_000, ClockDouble()).take()
      }
      #expect(failure.kind == .notWritable)
      #expect(failure.words.hasPrefix("the budget file, which counts the requests of the hour"))
    }
  }
}

@Suite struct `a clock that is set` {
  private static let hour = Milliseconds.hour

  private static func spent(_ path: String, _ clock: ClockDouble) throws -> Taker {
    let taker = Taker(path, limit: 1_000, clock)
    while try taker.take() == 0 {}
    return taker
  }

  @Test(arguments: [-400 * Milliseconds.day, -1_000, 1_000, 400 * Milliseconds.day])
  func `neither stops anything nor gives requests away`(_ jump: Int64) throws {
    let folder = try TemporaryFolder()
    let clock = ClockDouble()
    let taker = try Self.spent(folder.file("game.budget"), clock)
    let wait = try taker.take()
    clock.wallOffset += jump
    #expect(try taker.take() == wait)
    #expect(try Taker(folder.file("game.budget"), limit: 1_000, clock).take() == wait)
  }

  @Test(
    arguments: [
      // The time since the start is all that can be claimed.
      (1_000, Milliseconds.day, 1_000), (1_000, -Milliseconds.day, 0), (0, 0, 0),
      (Milliseconds.day, 500, 500),
    ] as [(Int64, Int64, Int64)])
  func `is believed after a start as far as it can be true`(
    _ uptime: Int64, _ jump: Int64, _ passed: Int64
  ) throws {
    var book = BudgetBook(at: .init(boot: "a", steady: 9_000_000, wall: 50_000))
    let account = BudgetBook.Account(bundleID: "a", environment: "Production")
    book.budgets[account] = RequestBudget(
      buckets: [.usual: [TokenBucket(limit: 1_000, owed: 18_000_000_000)]], holds: [:])
    book.advance(to: .init(boot: "b", steady: uptime, wall: 50_000 + jump))
    let owed = book.budgets[account]?.buckets[.usual]?.first?.owed ?? 0
    #expect(owed == max(0, 18_000_000_000 - passed * 1_000_000))
  }

  @Test func `by two processes that look at it out of order pays nothing twice`() {
    var book = BudgetBook(at: .init(boot: "a", steady: 1_000, wall: 0))
    book.advance(to: .init(boot: "a", steady: 900, wall: 0))
    #expect(book.moment.steady == 1_000)
    // So far back is another count of time, as in a container that has its own.
    book.advance(to: .init(boot: "a", steady: 1_000 - 60_001, wall: 0))
    #expect(book.moment.steady == 1_000 - 60_001)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `is never the reason for more than the limit in an hour`(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("game.budget")
    let clock = ClockDouble()
    var random = Scatter(seed)
    let limits = [60, 200, 331].map { $0 * Int.random(in: 1...3, using: &random) }
    var takers: [Taker?] = limits.map { _ in nil }
    var all = SentLog()
    var each = limits.map { _ in SentLog() }
    for _ in 0..<12_000 {
      let index = Int.random(in: limits.indices, using: &random)
      // Killed and begun again whenever it happens.
      if takers[index] == nil || Int.random(in: 0..<50, using: &random) == 0 {
        takers[index] = Taker(path, limit: limits[index], clock)
      }
      if try takers[index]?.take() == 0 {
        all.add(clock.steady)
        each[index].add(clock.steady)
      }
      switch Int.random(in: 0..<100, using: &random) {
      case 0: clock.wallOffset += Int64.random(in: -9_000_000...9_000_000, using: &random)
      case 1:
        clock.reboot()
        takers = limits.map { _ in nil }
      case 2: clock.pass(Int64.random(in: 0...200_000, using: &random))
      default: clock.pass(Int64.random(in: 0...2_000, using: &random))
      }
    }
    #expect(all.most(in: Self.hour) <= limits.max() ?? 0)
    for (log, limit) in zip(each, limits) { #expect(log.most(in: Self.hour) <= limit) }
    #expect(all.moments.count > 500)
  }
}
