/// The directory that the paths of a job are relative to: the one that holds the job file.
package struct JobDirectory: Sendable, Equatable {
  /// The path, absolute if the file's path was; empty for where the program was started.
  package let path: String

  /// The directory that the program was started in; it never goes elsewhere.
  package static let current = JobDirectory(of: "")

  /// The directory that holds a file.
  package init(of file: String) {
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      path = ""
      return
    }
    path = slash == file.startIndex ? "/" : String(file[..<slash])
  }

  /// The path of a file that is named in this directory; an absolute name stays as it is.
  package func path(of name: String) -> String {
    guard !name.hasPrefix("/") else { return name }
    var rest = name[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    return path.isEmpty ? String(rest) : (path == "/" ? "" : path) + "/" + rest
  }
}
