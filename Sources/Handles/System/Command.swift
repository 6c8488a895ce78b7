private import Glibc

/// What a command wrote to its standard output, and how it ended.
package struct CommandOutput: Equatable, Sendable {
  package let bytes: [UInt8]
  /// The exit status as a shell counts it: 128 more than the signal that ended the command.
  package let exitStatus: Int32

  package init(bytes: [UInt8], exitStatus: Int32) {
    self.bytes = bytes
    self.exitStatus = exitStatus
  }
}

/// Why a command has no output to show.
///
/// None of the texts holds what the command wrote: it may be a token.
package enum CommandFailure: Error, Equatable, Sendable, CustomStringConvertible {
  case timedOut(milliseconds: Int64)
  case tooMuchOutput(byteLimit: Int)
  /// This process was asked to stop meanwhile.
  case interrupted
  case system(SystemFailure)

  /// One sentence for the operator.
  package var description: String {
    switch self {
    case .timedOut(let milliseconds): "the command did not end within \(milliseconds) ms"
    case .tooMuchOutput(let byteLimit): "the command wrote more than \(byteLimit) bytes"
    case .interrupted: "the command was stopped because this process was asked to stop"
    case .system(let failure): failure.description
    }
  }
}

/// Commands of the operator's shell.
package enum Command {
  /// Runs `text` with `/bin/sh -c`, without input, and returns what it wrote to standard output.
  ///
  /// Its standard error is ours. When it takes too long or writes too much, it is killed together
  /// with whatever it has started.
  package static func run(
    _ text: String, timeoutMilliseconds: Int64, byteLimit: Int
  ) throws(CommandFailure) -> CommandOutput {
    let deadline = Clock.monotonicMilliseconds() + timeoutMilliseconds
    var child: ChildProcess
    do throws(SystemFailure) {
      child = try ChildProcess(shell: text)
    } catch {
      throw .system(error)
    }
    var output: [UInt8] = []
    while true {
      guard deadline > Clock.monotonicMilliseconds() else {
        throw .timedOut(milliseconds: timeoutMilliseconds)
      }
      switch child.read(into: &output, until: deadline) {
      case .some: break
      case .nothingYet: continue
      case .interrupted: throw .interrupted
      case .end:
        guard let status = child.exitStatus(until: deadline) else {
          throw .timedOut(milliseconds: timeoutMilliseconds)
        }
        return CommandOutput(bytes: output, exitStatus: status)
      }
      guard output.count <= byteLimit else { throw .tooMuchOutput(byteLimit: byteLimit) }
    }
  }
}
