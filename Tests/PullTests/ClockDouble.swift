import Records
import Reconciliation

@testable import AppStore

/// Clocks that stand still until somebody sleeps; the one that people set can be set.
final class ClockDouble {
  /// The truth, in milliseconds: what a store would count by.
  private(set) var steady: Int64 = 5_000_000
  /// By how much the clock on the wall differs from it.
  var wallOffset: Int64 = 1_773_111_600_000
  /// Names the boot; another name stands for a machine that was started anew.
  var boot = "boot-1"
  /// When the machine was started.
  private var started: Int64 = 0
  private(set) var lines: [String] = []

  var wall: Int64 { steady + wallOffset }

  func pass(_ milliseconds: Int64) { steady += max(0, milliseconds) }

  /// Starts the machine anew: its steady clock begins at zero.
  func reboot() {
    boot += "+"
    started = steady
  }

  func host() -> PullHost {
    var host = PullHost(
      now: { self.wall }, sleep: pass, random: { _ in 0 }, variable: { _ in nil },
      log: { self.lines.append($0) }, steady: { self.steady - self.started })
    host.boot = boot
    return host
  }
}

/// What was sent, by the truth's clock.
struct SentLog {
  private(set) var moments: [Int64] = []

  mutating func add(_ moment: Int64) { moments.append(moment) }

  /// The most that stand in any stretch of so many milliseconds, open at one end.
  func most(in stretch: Int64) -> Int {
    var first = 0
    var most = 0
    for (last, moment) in moments.enumerated() {
      while moments[first] <= moment - stretch { first += 1 }
      most = max(most, last - first + 1)
    }
    return most
  }

  /// How many there are before a moment after the first one.
  func count(within stretch: Int64) -> Int {
    guard let first = moments.first else { return 0 }
    return moments.prefix { $0 < first + stretch }.count
  }
}

/// Numbers that look random and are the same in every run (SplitMix64).
struct Scatter: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A process that takes requests from a budget file for a job with a limit.
struct Taker {
  let budget: SharedBudget
  let limit: Int
  private let clock: ClockDouble
  private static let account = BudgetBook.Account(
    bundleID: "com.example.game", environment: "Production")

  init(_ path: String?, limit: Int, _ clock: ClockDouble) {
    self.init(sharing: SharedBudget(path: path, host: clock.host()), limit, clock)
  }

  /// Another job over the same book.
  init(sharing budget: SharedBudget, _ limit: Int, _ clock: ClockDouble) {
    self.budget = budget
    self.limit = limit
    self.clock = clock
  }

  /// Takes one request if it may; how many milliseconds to wait if not.
  func take(_ endpoint: Endpoint = .history) throws(SourceFailure) -> Int64 {
    let limit = endpoint.rate.limit(of: self.limit)
    switch try budget.use(Self.account, { $0.take(endpoint, limit: limit) }) {
    case .now: return 0
    case .held(let left), .spent(let left): return left
    }
  }

  /// Takes whatever it may for so many milliseconds, waiting as it is told.
  func takeAll(for duration: Int64) throws(SourceFailure) -> SentLog {
    var sent = SentLog()
    let end = clock.steady + duration
    while clock.steady < end {
      let wait = try take()
      if wait == 0 { sent.add(clock.steady) } else { clock.pass(wait) }
    }
    return sent
  }
}
