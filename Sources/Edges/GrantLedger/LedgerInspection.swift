import Formats
import Matching

/// What a look at a ledger found, for the person who sets the job up.
package struct LedgerInspection: Sendable, Equatable {
  /// A column that the job needs or could use.
  package struct Column: Sendable, Equatable {
    /// The name that is looked for in the source.
    package let name: String
    /// What it is to the ledger: a canonical column, `scope` or `payload`.
    package let purpose: String
    /// Whether a source without it cannot be read.
    package let isNeeded: Bool
    /// Whether the source has it.
    package let isFound: Bool
    /// The name in the source that was probably meant, where it is not found.
    package let nearest: String?
  }

  /// The ledger's name.
  package let name: String
  /// The tables and views of a database, sorted by name.
  package fileprivate(set) var tables: [String] = []
  /// The source's columns, in its order.
  package fileprivate(set) var header: [String] = []
  /// Every column that is looked for.
  package fileprivate(set) var columns: [Column] = []
  /// The rows by state and the newest one, if the ledger could be read.
  package fileprivate(set) var summary: LedgerSummary?
  /// Why it could not be read.
  package fileprivate(set) var failure: InputFailure?

  /// Looks at a ledger and reads it once; what fails is part of the answer.
  package static func inspect(_ settings: LedgerSettings) -> LedgerInspection {
    var inspection = LedgerInspection(name: settings.name)
    do throws(InputFailure) {
      try inspection.lookAtHeader(settings)
      var books = Books(ledgers: [settings.shape])
      inspection.summary = try LedgerReader.read(settings, index: 0, into: &books)
    } catch {
      inspection.failure = error
    }
    return inspection
  }

  private init(name: String) {
    self.name = name
  }

  private mutating func lookAtHeader(_ settings: LedgerSettings) throws(InputFailure) {
    switch settings.source {
    case .sqlite(let path):
      let source = try SQLiteLedger(settings, path: path)
      tables = try source.tables()
      header = try source.header()
    case .csv(let path) where path != "-":
      header = try CSVTable.open(path, as: "the ledger `\(settings.name)`").header
    // Lines of JSON have no header, and standard input can be read only once.
    case .csv, .jsonLines, nil: return
    }
    columns = LedgerMapping(settings).columns(
      in: header, ignoringCase: tables.isEmpty == false)
  }
}

extension LedgerMapping {
  /// Which of the wanted columns a source has.
  fileprivate func columns(
    in header: [String], ignoringCase: Bool
  ) -> [LedgerInspection.Column] {
    wanted.map { column in
      let isFound = header.contains {
        ignoringCase ? $0.lowercased() == column.name.lowercased() : $0 == column.name
      }
      return LedgerInspection.Column(
        name: column.name, purpose: column.purpose.word, isNeeded: column.isNeeded,
        isFound: isFound,
        nearest: isFound ? nil : NearestName.suggestion(for: column.name, among: header))
    }
  }
}

extension LedgerMapping.Wanted.Purpose {
  fileprivate var word: String {
    switch self {
    case .column(let column): column.rawValue
    case .scope: "scope"
    case .payload: "payload"
    }
  }
}
