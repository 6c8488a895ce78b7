import System

/// A folder of its own for one test, removed with all it holds when the test ends.
package struct TemporaryFolder: ~Copyable {
  package let path: String

  package init() throws {
    let tag = randomBytes(8).map { String($0, radix: 16) }.joined()
    let path = "/tmp/iap-reconcile-tests-\(ThisProcess.id)-\(tag)"
    try Files.makeDirectories(path)
    self.path = path
  }

  deinit { try? Files.removeTree(path) }

  /// The path of a file in it, whether it is there or not.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file and returns its path.
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Files.writeDurably(bytes, to: file(name))
    return file(name)
  }
}
