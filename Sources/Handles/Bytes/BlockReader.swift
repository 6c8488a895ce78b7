private import Glibc

/// One open file, read front to back in blocks.
///
/// Blocks and not a memory map: mapped pages count as the program's own memory, and a file that
/// shrinks under a map ends the process.
package struct BlockReader: ~Copyable {
  /// The path as it was given; `-` is standard input.
  package let path: String
  private let descriptor: Int32
  private let isOwned: Bool

  /// Opens `path` for reading; `-` reads standard input, which stays open afterwards.
  package init(path: String) throws(FileFailure) {
    guard path != "-" else {
      self.path = path
      self.descriptor = STDIN_FILENO
      self.isOwned = false
      return
    }
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw FileFailure(path: path, operation: "open", errno: errno) }
    // Opening a directory succeeds and only reading it fails; say so at the door.
    var facts = stat()
    if fstat(opened, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
      close(opened)
      throw FileFailure(path: path, operation: "open", errno: EISDIR)
    }
    posix_fadvise(opened, 0, 0, POSIX_FADV_SEQUENTIAL)
    self.path = path
    self.descriptor = opened
    self.isOwned = true
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// Appends at most `byteCount` bytes to `buffer` and returns how many; 0 at the end.
  ///
  /// A pipe may give fewer bytes than asked for long before its end. A signal that the program
  /// listens for ends a waiting read with `EINTR`, so that a stalled pipe cannot outlive it.
  package mutating func read(
    into buffer: inout [UInt8], upTo byteCount: Int
  ) throws(FileFailure) -> Int {
    // Adding nothing to an empty array would write into the storage that all empty arrays share.
    guard byteCount > 0 else { return 0 }
    var received = 0
    var failure: Int32 = 0
    buffer.append(addingCapacity: byteCount) { (free: inout OutputSpan<UInt8>) in
      free.withUnsafeMutableBufferPointer { space, initializedCount in
        received = Glibc.read(descriptor, space.baseAddress, min(byteCount, space.count))
        if received < 0 { failure = errno }
        initializedCount = max(received, 0)
      }
    }
    guard received >= 0 else {
      throw FileFailure(path: path, operation: "read", errno: failure)
    }
    return received
  }
}
