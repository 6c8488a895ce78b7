/// Why a line could not be read.
package enum LineFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file itself could not be read.
  case unreadable(FileFailure)
  /// The line, counted from 1, holds more than `byteLimit` bytes.
  case tooLong(path: String, line: Int, byteLimit: Int)

  /// One sentence for the operator.
  package var description: String {
    switch self {
    case .unreadable(let failure): failure.description
    case .tooLong(let path, let line, let byteLimit):
      "\(path == "-" ? "standard input" : path): line \(line) is longer than the limit of "
        + "\(byteLimit) bytes; is this a file of lines?"
    }
  }
}
