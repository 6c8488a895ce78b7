private import Glibc

/// Files and directories, by path.
package enum Files {
  /// Whether anything is at the path; a dangling symbolic link is nothing.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether the path leads to a directory.
  package static func isDirectory(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the path itself is a symbolic link, wherever it leads.
  package static func isSymbolicLink(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether this process may create files in the directory.
  package static func isWritableDirectory(_ path: String) -> Bool {
    isDirectory(path) && access(path, W_OK | X_OK) == 0
  }

  /// The size of the file in bytes.
  package static func byteCount(of path: String) throws(SystemFailure) -> Int {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw SystemFailure("look at", path) }
    return Int(facts.st_size)
  }

  /// Whether two paths lead to one file; false where one leads to nothing.
  package static func areSame(_ path: String, _ other: String) -> Bool {
    var facts = stat()
    var others = stat()
    return stat(path, &facts) == 0 && stat(other, &others) == 0
      && facts.st_dev == others.st_dev && facts.st_ino == others.st_ino
  }

  /// Makes the directory and those above it, as far as they are missing.
  package static func makeDirectories(_ path: String) throws(SystemFailure) {
    guard !path.isEmpty, !isDirectory(path) else { return }
    try makeDirectories(parent(of: path))
    guard mkdir(path, 0o755) != 0 else { return }
    // Another process may have been faster.
    let reason = errno
    guard isDirectory(path) else {
      throw SystemFailure("create the directory", path, errno: reason)
    }
  }

  /// Makes the directory that is to hold `path`, and those above it.
  package static func makeDirectories(above path: String) throws(SystemFailure) {
    try makeDirectories(parent(of: path))
  }

  /// The names in a directory, without `.` and `..`, in byte order.
  package static func list(_ directory: String) throws(SystemFailure) -> [String] {
    guard let stream = opendir(directory) else {
      throw SystemFailure("list the directory", directory)
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw SystemFailure("list the directory", directory) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Moves a file or directory; what is at `destination` is replaced in one step.
  package static func rename(
    _ source: String, to destination: String
  ) throws(SystemFailure) {
    guard Glibc.rename(source, destination) == 0 else {
      throw SystemFailure("rename \(source) to", destination)
    }
    try synchronizeDirectory(of: destination)
  }

  /// Removes a file or symbolic link.
  package static func removeFile(_ path: String) throws(SystemFailure) {
    guard unlink(path) == 0 else { throw SystemFailure("remove", path) }
  }

  /// Removes a directory with all it holds, without following symbolic links out of it.
  package static func removeTree(_ path: String) throws(SystemFailure) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { throw SystemFailure("remove", path) }
    guard facts.st_mode & S_IFMT == S_IFDIR else { return try removeFile(path) }
    for name in try list(path) { try removeTree("\(path)/\(name)") }
    guard rmdir(path) == 0 else { throw SystemFailure("remove the directory", path) }
  }

  /// Points the symbolic link at `target`, in one step: readers see the old or the new one.
  package static func replaceSymbolicLink(
    at path: String, to target: String
  ) throws(SystemFailure) {
    let fresh = temporaryPath(beside: path)
    guard symlink(target, fresh) == 0 else { throw SystemFailure("make the link", fresh) }
    guard Glibc.rename(fresh, path) == 0 else {
      let failure = SystemFailure("replace the link", path)
      unlink(fresh)
      throw failure
    }
    try synchronizeDirectory(of: path)
  }
}
