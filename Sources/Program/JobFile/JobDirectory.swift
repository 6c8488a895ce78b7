private import Foundation

/// The directory that the paths of a job are relative to.
package struct JobDirectory: Sendable, Equatable {
  /// The absolute path, without a slash at its end except for the root.
  package let path: String

  /// The directory that the program was started in.
  package static var current: JobDirectory {
    JobDirectory(absolute: FileManager.default.currentDirectoryPath)
  }

  /// The directory that holds a file; a relative path is taken from where the program was started.
  package init(of file: String) {
    let absolute = file.hasPrefix("/") ? file : Self.current.path(of: file)
    let parts = absolute.split(separator: "/").dropLast()
    self.init(absolute: "/" + parts.joined(separator: "/"))
  }

  private init(absolute path: String) {
    self.path = path
  }

  /// The absolute path of a file that is named in this directory.
  package func path(of name: String) -> String {
    guard !name.hasPrefix("/") else { return name }
    var rest = name[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    return (path == "/" ? "" : path) + "/" + rest
  }
}
