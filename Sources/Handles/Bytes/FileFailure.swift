private import Glibc

/// What the operating system said when a file could not be read.
package struct FileFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path as it was given; `-` is standard input.
  package let path: String
  /// The step that failed, as a verb: `open`, `read`.
  package let operation: String
  /// The system's error number.
  package let errno: Int32
  /// One sentence for the operator: what failed, where, and the system's own words.
  package let description: String

  init(path: String, operation: String, errno: Int32, reason: String? = nil) {
    self.path = path
    self.operation = operation
    self.errno = errno
    let place = path == "-" ? "standard input" : path
    self.description = "cannot \(operation) \(place): \(reason ?? Self.words(for: errno))"
  }

  /// The file was read to the limit and goes on.
  static func tooLarge(_ path: String, byteLimit: Int) -> FileFailure {
    FileFailure(
      path: path, operation: "read", errno: EFBIG,
      reason: "it is larger than the limit of \(byteLimit) bytes")
  }

  private static func words(for errno: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(errno, &text, text.count) == 0 else { return "error \(errno)" }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
