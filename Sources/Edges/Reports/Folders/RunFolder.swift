import Bytes
import Formats
import System

/// Where a run's report goes: a folder that appears whole or not at all.
///
/// Everything is written into a hidden folder beside it and renamed in. A folder that is there
/// already was written by a run whose state was lost afterwards; it is replaced.
package struct RunFolder: Sendable {
  /// The folder's path.
  package var path: String { place.path }

  private let place: FolderPlace
  /// Whether the folder above holds runs of one job and nothing else.
  private let isOfJob: Bool
  private let files: [ReportFile]

  /// The folder `directory/job/run`, which `directory/job/latest` will point at.
  ///
  /// Throws where a name cannot be a folder's. The caller holds the job's lock, since what killed
  /// runs left beside it is removed.
  package init(
    in directory: String, job: String, run: String, files: [ReportFile] = ReportFile.standard
  ) throws(ReportFailure) {
    try FolderPlace.check(job, "the job's name")
    try FolderPlace.check(run, "the run's name")
    guard run != Self.latest else {
      throw ReportFailure(.unfitName, "a run cannot be called latest, which names the newest one")
    }
    place = FolderPlace(parent: "\(directory)/\(job)", name: run)
    isOfJob = true
    self.files = files
  }

  /// Exactly this folder, which belongs to no job.
  ///
  /// Throws where the path names no folder of its own.
  package init(
    path: String, files: [ReportFile] = ReportFile.standard
  ) throws(ReportFailure) {
    place = try FolderPlace(path: path)
    isOfJob = false
    self.files = files
  }

  /// The link to the newest whole run of a job.
  package static let latest = "latest"

  /// Writes the report.
  ///
  /// Throws with nothing changed but for the leftovers of killed runs, which are gone; only where
  /// the link alone cannot be switched the folder stands and the failure says so.
  ///
  /// `seal` is handed the digest of the manifest when everything is written and before anything
  /// is renamed; if it fails, nothing is renamed.
  package func write<Failure: Error>(
    _ report: Report, seal: (_ manifest: String) throws(Failure) -> Void
  ) throws(WriteFailure<Failure>) {
    let manifest: String
    do throws(ReportFailure) {
      manifest = try prepare(report)
    } catch {
      throw .report(error)
    }
    do throws(Failure) {
      try seal(manifest)
    } catch {
      try? Files.removeTree(place.partial)
      throw .seal(error)
    }
    do throws(ReportFailure) {
      try publish()
    } catch {
      throw .report(error)
    }
  }

  /// Writes the report where nothing has to be sealed.
  package func write(_ report: Report) throws(ReportFailure) {
    _ = try prepare(report)
    try publish()
  }

  /// Makes the folder above and throws unless reports can be written there.
  package func requireWritable() throws(ReportFailure) {
    try reporting { () throws(SystemFailure) in try Files.makeDirectories(place.parent) }
    guard Files.isWritableDirectory(place.parent) else {
      throw ReportFailure(
        .notWritable, "\(place.parent) is no folder that can be written; name another")
    }
  }

  /// The digest of the manifest of the folder that stands there; nil if none does.
  package var manifest: String? {
    let path = "\(place.path)/\(Manifest.fileName)"
    return (try? readWhole(path: path, byteLimit: 16_777_216)).map(Fingerprint.text)
  }

  private func prepare(_ report: Report) throws(ReportFailure) -> String {
    try reporting { () throws(SystemFailure) in try Files.makeDirectories(place.parent) }
    try reporting { () throws(SystemFailure) in try place.cleanUp(all: isOfJob) }
    try place.checkReplaceable(names: Set(files.map(\.name)))
    do throws(ReportFailure) {
      return try fill(report)
    } catch {
      try? Files.removeTree(place.partial)
      throw error
    }
  }

  private func publish() throws(ReportFailure) {
    do throws(ReportFailure) {
      try reporting { () throws(SystemFailure) in try place.putInPlace() }
    } catch {
      try? Files.removeTree(place.partial)
      throw error
    }
    guard isOfJob else { return }
    try reporting { () throws(SystemFailure) in
      try Files.replaceSymbolicLink(at: "\(place.parent)/\(Self.latest)", to: place.name)
    }
  }

  private func fill(_ report: Report) throws(ReportFailure) -> String {
    try reporting { () throws(SystemFailure) in try Files.makeDirectories(place.partial) }
    var entries: [Manifest.Entry] = []
    for file in files {
      var output = try HashedFile(path: "\(place.partial)/\(file.name)")
      let tally = try file.write(report) { (bytes) throws(ReportFailure) in
        try output.write(bytes)
      }
      entries.append(
        Manifest.Entry(name: file.name, tally: tally, sha256: try output.commit()))
    }
    let manifest = Manifest.bytes(report, entries)
    try reporting { () throws(SystemFailure) in
      try Files.writeDurably(manifest, to: "\(place.partial)/\(Manifest.fileName)")
    }
    return Fingerprint.text(of: manifest)
  }
}

/// Why a report that has to be sealed was not put in its place.
package enum WriteFailure<Sealing: Error>: Error {
  /// It could not be written.
  case report(ReportFailure)
  /// It was written and could not be sealed.
  case seal(Sealing)
}
