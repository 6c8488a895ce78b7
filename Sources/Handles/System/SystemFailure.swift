private import Glibc

/// What the operating system said when it refused something.
package struct SystemFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The step that failed, as a verb with its object: `create the directory`.
  package let operation: String
  /// What it was done to; a path, or a name such as `standard output`.
  package let path: String
  /// The system's error number.
  package let errno: Int32

  /// One sentence for the operator: what failed, where, and the system's own words.
  package var description: String {
    "cannot \(operation) \(path): \(Self.words(for: errno))"
  }

  /// Whether there is nothing at the path.
  package var isNotFound: Bool { errno == ENOENT }

  init(_ operation: String, _ path: String, errno: Int32 = Glibc.errno) {
    self.operation = operation
    self.path = path
    self.errno = errno
  }

  private static func words(for errno: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(errno, &text, text.count) == 0 else { return "error \(errno)" }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
