private import Glibc

/// The machine's clocks.
package enum Clock {
  /// UNIX time in milliseconds.
  package static func nowMilliseconds() -> Int64 { read(CLOCK_REALTIME) }

  /// Milliseconds on a clock that nobody sets and that never runs backwards.
  package static func monotonicMilliseconds() -> Int64 { read(CLOCK_MONOTONIC) }

  /// Milliseconds of work that this process has made the processor do.
  package static func processorMilliseconds() -> Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// A name for the time since the machine was started; empty where the kernel does not tell.
  ///
  /// Two readings of the monotonic clock can be compared where it is the same.
  package static func bootName() -> String {
    let path = "/proc/sys/kernel/random/boot_id"
    guard let file = try? Descriptor(opening: path, flags: O_RDONLY, operation: "open") else {
      return ""
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(file.number, &bytes, bytes.count)
    return String(decoding: bytes[..<max(count, 0)].prefix { $0 > 0x20 }, as: UTF8.self)
  }

  /// Sleeps; returns early when a signal arrives, so look at `Signals.received` afterwards.
  package static func sleep(milliseconds: Int64) {
    guard milliseconds > 0 else { return }
    var wanted = timespec()
    wanted.tv_sec = Int(milliseconds / 1000)
    wanted.tv_nsec = Int(milliseconds % 1000) * 1_000_000
    nanosleep(&wanted, nil)
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
