private import Glibc

/// The two streams that this process was given to write to.
package enum StandardStream: Sendable {
  case output
  case error

  /// Writes all of `bytes`; a reader who has left is `EPIPE`, never the end of the process.
  package static func write(
    _ bytes: [UInt8], to stream: StandardStream
  ) throws(SystemFailure) {
    _ = brokenPipesAreErrors
    switch stream {
    case .output: try writeAll(bytes, to: STDOUT_FILENO, name: "standard output")
    case .error: try writeAll(bytes, to: STDERR_FILENO, name: "standard error")
    }
  }
}

/// Whether somebody looks at a descriptor directly.
package enum Terminal {
  /// 0 is standard input, 1 standard output, 2 standard error.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

// A write into a closed pipe ends the process unless SIGPIPE is ignored.
private let brokenPipesAreErrors: Bool = {
  signal(SIGPIPE, SIG_IGN)
  return true
}()
