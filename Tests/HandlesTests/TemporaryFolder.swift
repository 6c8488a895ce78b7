import System

/// A folder of its own for one test, removed with all it holds when the test ends.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() throws {
    let tag = randomBytes(8).map { String($0, radix: 16) }.joined()
    let path = "/tmp/handles-tests-\(ThisProcess.id)-\(tag)"
    try Files.makeDirectories(path)
    self.path = path
  }

  deinit { try? Files.removeTree(path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try Files.writeDurably(Array(text.utf8), to: file(name))
    return file(name)
  }
}
