private import System

/// What the program asks of the machine it runs on.
package enum Machine {
  /// The clock, in UNIX milliseconds.
  package static var nowMilliseconds: Int64 { Clock.nowMilliseconds() }

  /// A clock that never goes back, in milliseconds.
  package static var monotonicMilliseconds: Int64 { Clock.monotonicMilliseconds() }

  /// Milliseconds of work that this process has made the processor do.
  package static var processorMilliseconds: Int64 { Clock.processorMilliseconds() }

  /// The most memory that this process has held, in bytes.
  package static var peakResidentBytes: Int { ThisProcess.peakResidentBytes() }

  /// The value of an environment variable.
  package static func variable(_ name: String) -> String? { Environment.value(name) }

  /// From now on a request to end is noted instead of obeyed at once.
  package static func noteSignals() { Signals.install() }

  /// The signal that asked the program to end, if one came.
  package static var signal: Int32? { Signals.received }

  /// Whether something stands at a path.
  package static func exists(_ path: String) -> Bool { Files.exists(path) }
}
