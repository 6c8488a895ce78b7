import Bytes
import System

/// Small input files that are read whole, and what kind of file a path leads to.
package enum InputFile {
  private static let byteLimit = 67_108_864

  /// The bytes of a file, or of standard input for `-`; `kind` is what its absence means.
  package static func read(
    _ path: String, orFail kind: InputFailure.Kind
  ) throws(InputFailure) -> [UInt8] {
    do throws(FileFailure) {
      return try readWhole(path: path, byteLimit: byteLimit)
    } catch {
      throw InputFailure(kind, error.description)
    }
  }

  /// Whether two paths lead to one file.
  package static func areSame(_ path: String, _ other: String) -> Bool {
    path == other || Files.areSame(path, other)
  }

  /// The form of a ledger's file: by the end of its name, else by its first bytes.
  ///
  /// A pipe can be read only once, so one without such a name is taken for CSV.
  package static func ledger(_ path: String) throws(InputFailure) -> LedgerSource {
    let name = path.lowercased()
    if [".csv", ".tsv", ".txt"].contains(where: name.hasSuffix) { return .csv(path) }
    if [".jsonl", ".ndjson", ".json"].contains(where: name.hasSuffix) { return .jsonLines(path) }
    guard path != "-", let byteCount = try? Files.byteCount(of: path), byteCount > 0 else {
      return .csv(path)
    }
    var head: [UInt8] = []
    do throws(FileFailure) {
      var file = try BlockReader(path: path)
      _ = try file.read(into: &head, upTo: 64)
    } catch {
      throw InputFailure(.unreachable, error.description)
    }
    if head.starts(with: Array("SQLite format 3".utf8)) { return .sqlite(path) }
    let first = head.first { !$0.isBlank && ![0xEF, 0xBB, 0xBF].contains($0) }
    return first == UInt8(ascii: "{") ? .jsonLines(path) : .csv(path)
  }
}
