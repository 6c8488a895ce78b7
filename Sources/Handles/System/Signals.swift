private import Glibc
private import Synchronization

/// Requests to stop, noticed between two steps of work instead of ending the process in one.
package enum Signals {
  /// Listens for SIGTERM and SIGINT and forgets what was received before.
  ///
  /// The first of each is noted; a second one ends the process, for an operator who cannot wait. A
  /// signal that the parent has set to be ignored stays ignored.
  package static func install() {
    firstSignal.store(0, ordering: .relaxed)
    for number in [SIGTERM, SIGINT] { listen(for: number) }
    // A file at the limit of its size is a write that fails, and is said in words.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The number of the first signal received; nil while there is none.
  package static var received: Int32? {
    let number = firstSignal.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  private static func listen(for number: Int32) {
    var present = sigaction()
    sigaction(number, nil, &present)
    let presentHandler = unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self)
    guard presentHandler != unsafeBitCast(SIG_IGN, to: Int.self) else { return }
    var wanted = sigaction()
    wanted.__sigaction_handler.sa_handler = note
    wanted.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND))
    sigaction(number, &wanted, nil)
  }
}

// Lock-free, so that the handler may touch it; `install` touches it first, so that the handler
// never runs its initializer.
private let firstSignal = Atomic<Int32>(0)

private func note(_ number: Int32) {
  _ = firstSignal.compareExchange(expected: 0, desired: number, ordering: .relaxed)
}
