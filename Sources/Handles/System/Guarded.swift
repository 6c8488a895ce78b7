private import Glibc

/// A value that one thread at a time may use.
///
/// `@unchecked Sendable` holds since the value is touched only inside `withLock`, between a lock
/// and an unlock of one POSIX mutex, and leaves it only as what the closure returns. The standard
/// library's `Mutex` says the same without a paragraph; the thread sanitizer cannot see into that
/// one and reports every use of it, and a check that always complains checks nothing.
package final class Guarded<Value: ~Copyable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` with the value while every other thread waits.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
