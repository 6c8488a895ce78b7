private import Glibc

/// One open file descriptor, closed exactly once.
struct Descriptor: ~Copyable {
  let number: Int32
  let path: String

  /// Opens `path`; children of this process never see the descriptor.
  init(opening path: String, flags: Int32, operation: String) throws(SystemFailure) {
    let opened = open(path, flags | O_CLOEXEC, 0o644)
    guard opened >= 0 else { throw SystemFailure(operation, path) }
    self.number = opened
    self.path = path
  }

  /// Takes over a descriptor that is already open.
  init(owning number: Int32, path: String) {
    self.number = number
    self.path = path
  }

  deinit { close(number) }

  /// Writes all of `bytes`, however many steps it takes.
  func write(_ bytes: [UInt8]) throws(SystemFailure) {
    try writeAll(bytes, to: number, name: path)
  }

  func synchronize() throws(SystemFailure) {
    guard fsync(number) == 0 else { throw SystemFailure("flush", path) }
  }
}

/// Writes all of `bytes`, waiting where the other end is slow.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, name: String) throws(SystemFailure) {
  var written = 0
  while written < bytes.count {
    let step = bytes.withUnsafeBytes { space in
      write(descriptor, space.baseAddress?.advanced(by: written), space.count - written)
    }
    if step >= 0 {
      written += step
    } else if errno == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&waiting, 1, 1000)
    } else if errno != EINTR {
      throw SystemFailure("write", name)
    }
  }
}
