package import OpenSSL
package import SQLite
package import System

/// Why the stand-in cannot do what it was asked.
package enum StandInFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The command line, or a text given to it, is not understood.
  case usage(String)
  /// A file that somebody wrote cannot be read.
  case input(path: String, reason: String)
  /// The folder holds no store, or holds one already.
  case folder(String)
  case scenario(ScenarioFailure)
  case system(SystemFailure)
  case database(SQLiteFailure)
  case signature(OpenSSLFailure)
  /// What was found is not what was planted.
  case unlike(String)

  package var description: String {
    switch self {
    case .usage(let reason), .folder(let reason), .unlike(let reason): reason
    case .input(let path, let reason): "\(path): \(reason)"
    case .scenario(let failure): failure.description
    case .system(let failure): failure.description
    case .database(let failure): failure.description
    case .signature(let failure): failure.description
    }
  }

  /// The exit status: 1 not as planted, 64 usage, 65 input, 73 output not writable, 2 anything else.
  package var exitStatus: Int32 {
    switch self {
    case .unlike: 1
    case .usage: 64
    case .input, .scenario: 65
    case .folder, .system, .database: 73
    case .signature: 2
    }
  }
}
