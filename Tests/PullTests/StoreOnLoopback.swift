import AppStore
import Records
import Reconciliation
import StandIn
import System
import Testing
import TestKit

/// The moment of every world in these tests: 2026-03-10T03:00:00Z.
let clock = Instant(milliseconds: 1_773_111_600_000)

/// A clock that goes on by itself and by every sleep, so that no test sleeps.
final class HostDouble {
  private var slept: Int64 = 0
  private(set) var lines: [String] = []
  /// Every wait that was asked for, in milliseconds.
  private(set) var sleeps: [Int64] = []
  /// Why to stop; asked before each request.
  var stopReason: () -> String? = { nil }
  var deadline: Instant?
  /// What a random number below a bound is.
  var random: (Int64) -> Int64 = { _ in 0 }
  var variables: [String: String] = [:]

  /// Sets a variable, or takes it away.
  ///
  /// Written out: setting it through the store that holds this host breaks the compiler when the
  /// thread sanitizer is on.
  func set(_ name: String, to value: String?) {
    var changed = variables
    changed[name] = value
    variables = changed
  }

  var now: Int64 { Clock.nowMilliseconds() + slept }

  func host() -> PullHost {
    PullHost(
      now: { self.now },
      sleep: {
        self.slept += $0
        self.sleeps.append($0)
      },
      random: { self.random($0) }, variable: { self.variables[$0] },
      log: { self.lines.append($0) }, shouldStop: { self.stopReason() }, deadline: deadline)
  }
}

/// A store in a folder of its own, listening, with a job that may ask it.
struct StoreOnLoopback: ~Copyable {
  let folder: StoreFolder
  let server: StandInServer
  var settings: StoreSettings
  var app = StoreApp(
    bundleID: DemoScenario.bundleID, environment: "Production", asOf: clock)
  let memory = MemoryDouble()
  let host = HostDouble()
  private let place: TemporaryFolder

  init(
    _ stories: [Story] = [], plainCustomers: Int = 0, faults: [Fault] = [],
    feed: FeedStyle = FeedStyle()
  ) throws {
    let place = try TemporaryFolder()
    let scenario = Scenario(stories: stories, plainCustomers: plainCustomers)
    let folder = try StoreFolder.create(
      at: "\(place.path)/store", .init(scenario: scenario, clock: clock))
    let server = try StandInServer(folder, faults: faults, feed: feed)
    var settings = StoreSettings()
    settings.baseURL = server.baseURL
    settings.sandboxBaseURL = "\(server.baseURL)/sandbox"
    settings.issuerID = folder.identity.issuerID
    settings.keyID = folder.identity.keyID
    settings.key = .file(folder.privateKeyPath)
    settings.pull.notificationDays = 100
    self.folder = folder
    self.server = server
    self.settings = settings
    self.place = place
  }

  /// A new pull over the same memory.
  func pull(of other: StandInServer? = nil) throws -> StorePull {
    var settings = settings
    if let other {
      settings.baseURL = other.baseURL
      settings.sandboxBaseURL = "\(other.baseURL)/sandbox"
    }
    return try pull(settings, memory)
  }

  /// A pull with a memory of its own.
  func pull(_ settings: StoreSettings, _ memory: MemoryDouble) throws -> StorePull {
    let roots = try TrustedRoots(files: [folder.rootPath])
    return try StorePull(
      settings, app: app, verifier: TransactionVerifier(roots: roots), memory: memory,
      host: host.host())
  }

  /// The same store at a later moment.
  func later(
    _ moment: Instant, faults: [Fault] = [], feed: FeedStyle = FeedStyle()
  ) throws -> StandInServer {
    try StandInServer(folder, clock: moment, faults: faults, feed: feed)
  }

  /// Lets the job read the company's own feed.
  mutating func readFeed(of other: StandInServer? = nil) {
    host.set("FEED_TOKEN", to: folder.identity.feedToken)
    var base = server.baseURL
    if let other { base = other.baseURL }
    settings.feed = StoreSettings.FeedSettings(url: "\(base)/feed", tokenVariable: "FEED_TOKEN")
  }

  /// The first id of every customer whom the notifications name.
  func customers() throws -> [String] {
    let memory = MemoryDouble()
    let pull = try pull(settings, memory)
    try pull.pullNotifications()
    return memory.customers(in: app.environment)
  }
}

/// Calls of one list.
enum Path {
  static let notifications = "/inApps/v1/notifications/history"
  static let history = "/inApps/v2/history/"
  static let lookup = "/inApps/v1/transactions/"
  static let refunds = "/inApps/v2/refund/lookup/"
  static let statuses = "/inApps/v1/subscriptions/"
  static let feed = "/feed"
}

func fault(
  _ effect: Fault.Effect, on path: String, nth: Int = 1, count: Int = 1
) -> Fault {
  Fault(match: .init(path: path, nth: nth, count: count), effect: effect)
}

/// A refusal with one of Apple's codes.
func refusal(_ code: Int64) -> Fault.Effect {
  .refuse(
    status: Int(code / 10_000), body: .error(code: code, message: "No."), retryAfter: nil)
}

/// A customer with so many purchases of coins, an hour between them.
func collector(_ name: String = "collector", purchases: Int) -> Story {
  Story(
    name,
    (1...purchases).map { number in
      .buy(
        .init(
          label: "\(number)", product: .coins100,
          ago: .minutes(Int64(purchases + 1 - number) * 60 + 1)))
    })
}
