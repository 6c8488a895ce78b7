private import Glibc

/// A file written beside its destination and moved there when it is whole.
///
/// Until `commit` the destination keeps its old content; without `commit` the new one vanishes.
package struct DurableFile: ~Copyable {
  private let path: String
  private let temporary: String
  private let descriptor: Descriptor

  /// Starts writing what is to stand at `path`, whose directory must exist.
  package init(path: String) throws(SystemFailure) {
    let temporary = temporaryPath(beside: path)
    let descriptor = try Descriptor(
      opening: temporary, flags: O_WRONLY | O_CREAT | O_EXCL, operation: "create")
    self.path = path
    self.temporary = temporary
    self.descriptor = descriptor
  }

  // After a commit the temporary name is gone and unlink has nothing to remove.
  deinit { unlink(temporary) }

  /// Appends to the file; nothing is buffered, so hand over blocks.
  package mutating func write(_ bytes: [UInt8]) throws(SystemFailure) {
    try descriptor.write(bytes)
  }

  /// Flushes the content to the disk and moves it to its destination in one step.
  package consuming func commit() throws(SystemFailure) {
    try descriptor.synchronize()
    try Files.rename(temporary, to: path)
  }
}

extension Files {
  /// Replaces the file at `path` in one step that survives a power cut.
  package static func writeDurably(
    _ bytes: [UInt8], to path: String
  ) throws(SystemFailure) {
    var file = try DurableFile(path: path)
    try file.write(bytes)
    try file.commit()
  }
}
