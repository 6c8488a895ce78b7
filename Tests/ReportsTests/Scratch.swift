import Foundation

/// A folder for one test, gone when the test ends.
final class Scratch {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "reports-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names in a folder, in byte order.
  func list(_ folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")
    return (names ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  func read(_ file: String) -> [UInt8] {
    FileManager.default.contents(atPath: "\(path)/\(file)").map(Array.init) ?? []
  }

  /// Where a symbolic link points.
  func target(_ link: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/\(link)")
  }

  func write(_ text: String, _ file: String) throws {
    let url = URL(filePath: "\(path)/\(file)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(file)")
  }
}
