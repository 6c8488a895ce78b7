import Bytes
import System

/// Real signed data of other projects, which lies beside the repository on some machines.
///
/// Nothing of it is ours to copy, so tests read it where it is and are skipped where it is not.
enum Fixtures {
  /// The folder, by `IAP_FIXTURES` or as `../shared/fixtures` of the repository.
  static let folder: String = Environment.value("IAP_FIXTURES") ?? beside(#filePath)

  /// Whether the folder is there.
  static var areThere: Bool { Files.isDirectory(folder) }

  /// The bytes of a file.
  static func bytes(_ name: String) throws -> [UInt8] {
    try readWhole(path: "\(folder)/\(name)", byteLimit: 1_048_576)
  }

  /// The bytes of a signed text, without the line's end behind it.
  static func token(_ name: String) throws -> [UInt8] {
    var token = try bytes(name)
    while token.last == UInt8(ascii: "\n") { token.removeLast() }
    return token
  }

  private static func beside(_ file: String) -> String {
    let root = file.split(separator: "/").dropLast(3)
    return "/" + root.joined(separator: "/") + "/../shared/fixtures"
  }
}
