import Formats
import Reconciliation

/// What a run's folder holds, written last: its presence means that the run is whole.
package enum Manifest {
  /// The name of the schema.
  package static let schema = "iap-reconcile/manifest/1"
  /// The name of the file.
  package static let fileName = "manifest.json"

  /// One file of the folder.
  package struct Entry: Equatable, Sendable {
    package var name: String
    package var tally: ReportFile.Tally
    /// In hexadecimal digits.
    package var sha256: String
  }

  /// The whole text.
  static func bytes(_ report: Report, _ entries: [Entry]) -> [UInt8] {
    let run = report.run
    var writer = JSONWriter(.pretty)
    writer.object { object in
      object.member("schema", schema)
      object.member("job", run.job)
      object.member("run", run.run)
      object.member("asOf", run.asOf.isoText)
      object.member("verdict", report.outcome.verdict.rawValue)
      object.member("rulesVersion", run.rulesVersion)
      object.member("configurationHash", run.configurationHash)
      object.key("files")
      object.array { list in
        for entry in entries { write(entry, &list) }
      }
      object.key("coverage")
      CoverageJSON.write(report.outcome.coverage, &object)
    }
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ entry: Entry, _ list: inout JSONWriter) {
    list.object { object in
      object.member("name", entry.name)
      if let rows = entry.tally.rows { object.member("rows", rows) }
      if let cells = entry.tally.guardedCells { object.member("guardedCells", cells) }
      object.member("sha256", entry.sha256)
    }
  }
}
