private import Glibc

/// Why a lock was not taken.
package enum LockFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another holder has it; `text` is what that holder wrote into the file.
  case held(path: String, text: String)
  /// The file could not be opened or written.
  case system(SystemFailure)

  /// One sentence for the operator.
  package var description: String {
    switch self {
    case .held(let path, let text):
      "\(path) is locked by another process\(text.isEmpty ? "" : ": \(text)")"
    case .system(let failure): failure.description
    }
  }
}

/// A small file that one holder at a time may read and rewrite.
///
/// The lock is the kernel's (`flock`), so it ends with its holder however that one ends. It belongs
/// to the file that was opened: rewrite it here, in place, and never rename another one over it.
package struct LockedFile: ~Copyable {
  private let descriptor: Descriptor

  /// Content above this is not read: such a file is not one of ours.
  package static let byteLimit = 1_048_576

  /// Opens or creates the file and takes its lock, waiting for it at most so long.
  package init(path: String, waitingMilliseconds: Int64 = 0) throws(LockFailure) {
    let deadline = Clock.monotonicMilliseconds() + waitingMilliseconds
    let opened: Descriptor
    do throws(SystemFailure) {
      opened = try Descriptor(
        opening: path, flags: O_RDWR | O_CREAT, operation: "open the lock file")
    } catch {
      throw .system(error)
    }
    while flock(opened.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw .system(SystemFailure("lock", path))
      }
      guard Clock.monotonicMilliseconds() < deadline else {
        let text = (try? Self.contents(of: opened)) ?? []
        throw .held(path: path, text: String(decoding: text, as: UTF8.self))
      }
      Clock.sleep(milliseconds: 5)
    }
    self.descriptor = opened
  }

  /// All bytes of the file, up to `byteLimit`.
  package func contents() throws(SystemFailure) -> [UInt8] {
    try Self.contents(of: descriptor)
  }

  /// Rewrites the file in place.
  ///
  /// A kill leaves the old or the new content, since one write of a small file is not divided;
  /// a power cut may leave neither.
  package mutating func replaceContents(with bytes: [UInt8]) throws(SystemFailure) {
    try rewrite(bytes)
  }

  func rewrite(_ bytes: [UInt8]) throws(SystemFailure) {
    guard lseek(descriptor.number, 0, SEEK_SET) == 0 else {
      throw SystemFailure("rewind", descriptor.path)
    }
    try descriptor.write(bytes)
    guard ftruncate(descriptor.number, bytes.count) == 0 else {
      throw SystemFailure("shorten", descriptor.path)
    }
  }

  private static func contents(
    of descriptor: borrowing Descriptor
  ) throws(SystemFailure) -> [UInt8] {
    // What such a file holds is short, and a megabyte of zeros costs more than all the rest.
    let bytes = try beginning(of: descriptor, upTo: 4_096)
    return bytes.count < 4_096 ? bytes : try beginning(of: descriptor, upTo: byteLimit)
  }

  private static func beginning(
    of descriptor: borrowing Descriptor, upTo limit: Int
  ) throws(SystemFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = pread(descriptor.number, &bytes, bytes.count, 0)
    guard count >= 0 else { throw SystemFailure("read", descriptor.path) }
    return Array(bytes[..<count])
  }
}
