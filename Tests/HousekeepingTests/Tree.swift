import Foundation

/// The project's files as they lie on disk.
enum Tree {
  /// Every Swift file and C header under Sources and Tests.
  static let code = paths(under: ["Sources", "Tests"])
    .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".h") }
    .map(file)
  static let swift = code.filter(\.isSwift)
  static let sources = swift.filter { $0.top == "Sources" }

  /// What people read and run besides: scripts, documents and the manifest.
  static let besides = (paths(under: ["scripts", ".ci", "docs"]) + topLevel).map(file)

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  static func isExecutable(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: root.appending(path: path).path)
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let topLevel = ["Package.swift", "Makefile", "README.md", "CONTRIBUTING.md"]
    .filter(exists)

  private static func paths(under folders: [String]) -> [String] {
    folders.flatMap { folder in
      let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      return (names?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }
    .filter(isFile)
    .sorted()
  }

  private static func isFile(_ path: String) -> Bool {
    let values = try? root.appending(path: path).resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile == true
  }

  /// A file that is not text is looked at as an empty one.
  private static func file(_ path: String) -> SourceFile {
    let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    return SourceFile(path, text ?? "")
  }
}
