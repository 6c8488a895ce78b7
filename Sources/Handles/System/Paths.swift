private import Glibc

/// The directory that holds `path`; `.` for a bare name.
func parent(of path: String) -> String {
  var end = path.utf8[...]
  while end.count > 1, end.last == UInt8(ascii: "/") { end.removeLast() }
  guard let slash = end.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == end.startIndex ? "/" : String(end[..<slash]) ?? "."
}

/// A hidden name in the same directory, which no other process picks too.
func temporaryPath(beside path: String) -> String {
  let name = path.split(separator: "/").last ?? "file"
  let tag = String(UInt64.random(in: .min ... .max), radix: 36)
  return "\(parent(of: path))/.\(name).\(getpid())-\(tag).tmp"
}

/// Makes a rename in the directory survive a power cut.
func synchronizeDirectory(of path: String) throws(SystemFailure) {
  let directory = try Descriptor(
    opening: parent(of: path), flags: O_RDONLY | O_DIRECTORY, operation: "open the directory")
  // Some file systems cannot flush a directory and say EINVAL; the rename itself has happened.
  guard fsync(directory.number) == 0 || errno == EINVAL else {
    throw SystemFailure("flush the directory", directory.path)
  }
}
