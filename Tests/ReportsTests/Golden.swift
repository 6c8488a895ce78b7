import Foundation
import Testing

/// Files that hold what a report must look like, byte for byte.
///
/// `IAP_RECORD=1` writes them anew; one that is missing is written, and its test fails once.
enum Golden {
  static func expect(
    _ bytes: [UInt8], in name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(
      bytes, at: folder.appending(path: name), sourceLocation: sourceLocation)
  }

  /// A document of the project, by its path from the top.
  static func expect(
    _ text: String, inDocument path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let top = folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try expect(Array(text.utf8), at: top.appending(path: path), sourceLocation: sourceLocation)
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Expected")

  private static func expect(
    _ bytes: [UInt8], at file: URL, sourceLocation: SourceLocation
  ) throws {
    if ProcessInfo.processInfo.environment["IAP_RECORD"] == "1" {
      try Data(bytes).write(to: file)
      return
    }
    guard let expected = try? Data(contentsOf: file) else {
      try Data(bytes).write(to: file)
      Issue.record(
        "\(file.lastPathComponent) was missing and has been written; look at it",
        sourceLocation: sourceLocation)
      return
    }
    let found = String(decoding: bytes, as: UTF8.self)
    let wanted = String(decoding: expected, as: UTF8.self)
    if let difference = firstDifference(found, wanted) {
      Issue.record("\(file.lastPathComponent): \(difference)", sourceLocation: sourceLocation)
    }
    #expect(
      bytes == Array(expected), "\(file.lastPathComponent) differs", sourceLocation: sourceLocation)
  }

  private static func firstDifference(_ found: String, _ wanted: String) -> String? {
    let lines = found.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = wanted.split(separator: "\n", omittingEmptySubsequences: false)
    for number in 0..<max(lines.count, expected.count) {
      let line = number < lines.count ? lines[number] : "(the end)"
      let other = number < expected.count ? expected[number] : "(the end)"
      if line != other { return "line \(number + 1) is '\(line)', expected '\(other)'" }
    }
    return nil
  }
}
