import Reconciliation
package import Rules

/// One file of a run's folder.
package struct ReportFile: Sendable {
  /// Takes the next bytes of a file; the whole file is their sequence.
  package typealias Emit = ([UInt8]) throws(ReportFailure) -> Void

  /// What a writer says of the file that it wrote, for the manifest.
  package struct Tally: Equatable, Sendable {
    /// Rows of a table, findings of a summary; nil where a file has neither.
    package var rows: Int?
    /// Cells that got a leading `'`; nil for a file without cells.
    package var guardedCells: Int?

    package init(rows: Int? = nil, guardedCells: Int? = nil) {
      self.rows = rows
      self.guardedCells = guardedCells
    }
  }

  /// The name inside the folder.
  package let name: String
  /// Writes the content.
  package let write: @Sendable (Report, Emit) throws(ReportFailure) -> Tally

  /// A file; `write` throws what `Emit` throws.
  package init(
    name: String, write: @escaping @Sendable (Report, Emit) throws(ReportFailure) -> Tally
  ) {
    self.name = name
    self.write = write
  }

  /// The files that every run writes, in the order of the manifest.
  package static let standard: [ReportFile] = FindingKind.Report.allCases.map(table) + [summary]

  /// The verdict.
  package static let summary = ReportFile(name: "summary.json") {
    (report, emit) throws(ReportFailure) in
    try VerdictJSON.write(report, to: emit)
    return Tally(rows: report.outcome.findings.count)
  }

  /// The findings of one report as CSV.
  package static func table(_ kind: FindingKind.Report) -> ReportFile {
    ReportFile(name: kind.fileName) { (report, emit) throws(ReportFailure) in
      let findings = report.outcome.findings.lazy.filter { $0.kind.report == kind }
      let count = try FindingTable.write(findings, asOf: report.run.asOf, to: emit)
      return Tally(rows: count.rows, guardedCells: count.guardedCells)
    }
  }
}

extension FindingKind.Report {
  /// The CSV file in a run's folder.
  package var fileName: String { rawValue + ".csv" }

  /// The report's name in words.
  var title: String {
    switch self {
    case .missedDeliveries: "Missed deliveries"
    case .doubleGrants: "Double grants"
    case .exceptions: "Exceptions"
    case .couldNotCheck: "Could not check"
    }
  }
}
