import Formats
import System

/// A folder's place and the hidden places beside it: `.<name>.<pid>.partial` while it is written,
/// `.<name>.<pid>.old` for what it replaces.
struct FolderPlace: Sendable {
  let parent: String
  let name: String

  init(parent: String, name: String) {
    self.parent = parent
    self.name = name
  }

  /// The place that a path names.
  init(path: String) throws(ReportFailure) {
    var parts = path.split(separator: "/")
    let name = parts.popLast().map(String.init) ?? ""
    guard !["", ".", ".."].contains(name), !path.utf8.contains(0) else {
      throw ReportFailure(.unfitName, "'\(path)' names no folder of its own; name one inside it")
    }
    let above = parts.joined(separator: "/")
    self.init(
      parent: path.hasPrefix("/") ? "/" + above : (above.isEmpty ? "." : above), name: name)
  }

  var path: String { "\(parent)/\(name)" }
  var partial: String { hidden(Self.partialMark) }
  private var old: String { hidden(Self.oldMark) }

  private static let partialMark = "partial"
  private static let oldMark = "old"

  private func hidden(_ mark: String) -> String {
    "\(parent)/.\(name).\(ThisProcess.id).\(mark)"
  }

  /// Whether a job or a run may be called so; `what` says which of the two it is.
  static func check(_ name: String, _ what: String) throws(ReportFailure) {
    let isFit =
      !name.isEmpty && !name.hasPrefix(".") && !name.hasPrefix("-") && name.utf8.count <= 200
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    guard isFit else {
      throw ReportFailure(
        .unfitName,
        "\(what) '\(VisibleText.escaped(name))' cannot name a folder: use letters, digits and "
          + "the signs between them")
    }
  }

  /// Moves the partial folder to its place; what stands there goes when the new one has come.
  func putInPlace() throws(SystemFailure) {
    guard Files.exists(path) else { return try Files.rename(partial, to: path) }
    try Files.rename(path, to: old)
    do throws(SystemFailure) {
      try Files.rename(partial, to: path)
    } catch {
      try Files.rename(old, to: path)
      throw error
    }
    // The report stands; what cannot be removed now goes with the leftovers of the next run.
    try? Files.removeTree(old)
  }
}

extension FolderPlace {
  /// Removes what killed runs left behind, and puts back a whole folder that one had moved aside.
  ///
  /// `all` is for a folder above that belongs to one job, whose lock the caller holds; elsewhere
  /// only leftovers of this very folder go, and only those of processes that have ended.
  func cleanUp(all: Bool) throws(SystemFailure) {
    for entry in try Files.list(parent) {
      guard let left = Leftover(entry), all || left.isEnded(of: name) else { continue }
      let target = "\(parent)/\(left.name)"
      if left.mark == Self.oldMark, !Files.exists(target) {
        try Files.rename("\(parent)/\(entry)", to: target)
      } else {
        try Files.removeTree("\(parent)/\(entry)")
      }
    }
  }

  /// Throws unless what stands at the place is nothing, an empty folder, or a whole report.
  func checkReplaceable(names: Set<String>) throws(ReportFailure) {
    guard Files.exists(path) else { return }
    guard Files.isDirectory(path) else {
      throw ReportFailure(.notOurs, "\(path) is not a folder; move it away or name another")
    }
    let present = try reporting { () throws(SystemFailure) in try Files.list(path) }
    guard !present.isEmpty else { return }
    guard present.contains(Manifest.fileName) else {
      throw ReportFailure(
        .notOurs,
        "\(path) holds no report (there is no \(Manifest.fileName) in it); name another folder")
    }
    let known = names.union(RunFolder.knownNames)
    guard let strange = present.first(where: { !known.contains($0) }) else { return }
    throw ReportFailure(
      .notOurs,
      "\(path) holds \(VisibleText.escaped(strange)), which no run wrote and which would be lost; "
        + "move it away")
  }

  /// A hidden folder that a run made beside its own.
  private struct Leftover {
    let name: String
    let process: Substring
    let mark: String

    init?(_ entry: String) {
      let parts = entry.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count >= 4, parts[0].isEmpty, let last = parts.last,
        [FolderPlace.partialMark, FolderPlace.oldMark].contains(String(last))
      else { return nil }
      process = parts[parts.count - 2]
      guard !process.isEmpty, process.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      mark = String(last)
      name = parts[1..<(parts.count - 2)].joined(separator: ".")
    }

    func isEnded(of folder: String) -> Bool {
      name == folder
        && (process == String(ThisProcess.id) || !Files.exists("/proc/\(process)"))
    }
  }
}

extension RunFolder {
  /// Every file that some run writes.
  static let knownNames = Set(
    ReportFile.standard.map(\.name) + [Manifest.fileName, "report.html", "metrics.prom"])
}
