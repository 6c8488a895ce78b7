package import Records
import System

/// What a pull asks of the machine it runs on.
///
/// Everything that differs from one moment to the next comes in here, so that a test needs no real
/// clock and never sleeps.
package struct PullHost {
  /// The machine's clock in UNIX milliseconds: tokens and waits go by it, never the run's as-of.
  package var now: () -> Int64
  /// A clock in milliseconds that nobody sets: waits and the budget go by it, since the other one
  /// may be set at any moment.
  package var steady: () -> Int64
  /// Names the time in which readings of the steady clock can be compared; empty if unknown.
  package var boot = ""
  /// Waits so many milliseconds, or less if a signal arrives.
  package var sleep: (_ milliseconds: Int64) -> Void
  /// A random number from zero to below the bound, which is above zero.
  package var random: (_ bound: Int64) -> Int64
  /// The value of an environment variable.
  package var variable: (_ name: String) -> String?
  /// Takes one line about what goes slower or worse than it should; never with a secret.
  package var log: (_ line: String) -> Void
  /// Why to stop, in words that go on from `stopped:`; nil to go on.
  ///
  /// It is asked between requests.
  package var shouldStop: () -> String?
  /// The moment of the machine's clock from which on nothing more is asked.
  package var deadline: Instant?

  /// A host of these closures; without a steady clock the machine's is taken for one.
  package init(
    now: @escaping () -> Int64, sleep: @escaping (Int64) -> Void,
    random: @escaping (Int64) -> Int64, variable: @escaping (String) -> String?,
    log: @escaping (String) -> Void = { _ in }, shouldStop: @escaping () -> String? = { nil },
    deadline: Instant? = nil, steady: (() -> Int64)? = nil
  ) {
    self.now = now
    self.steady = steady ?? now
    self.sleep = sleep
    self.random = random
    self.variable = variable
    self.log = log
    self.shouldStop = shouldStop
    self.deadline = deadline
  }

  /// The machine itself; it stops at a signal that was noted.
  package static func machine(
    deadline: Instant? = nil, log: @escaping (String) -> Void
  ) -> PullHost {
    var host = PullHost(
      now: Clock.nowMilliseconds, sleep: Clock.sleep(milliseconds:),
      random: { Int64.random(in: 0..<max(1, $0)) }, variable: Environment.value, log: log,
      shouldStop: { Signals.received.map { "signal \($0) arrived" } }, deadline: deadline,
      steady: Clock.monotonicMilliseconds)
    host.boot = Clock.bootName()
    return host
  }
}

/// The app whose purchases are pulled.
package struct StoreApp: Sendable, Equatable {
  package var bundleID: String
  /// `Production` or `Sandbox`.
  package var environment: String
  /// The moment up to which the run judges; sweeps end here.
  package var asOf: Instant

  package init(bundleID: String, environment: String, asOf: Instant) {
    self.bundleID = bundleID
    self.environment = environment
    self.asOf = asOf
  }

  /// Whether the environment is the sandbox.
  var isSandbox: Bool { environment == Self.sandbox }

  static let production = "Production"
  static let sandbox = "Sandbox"
}
