import Formats
import Records
import SQLite
import System

/// A ledger in a SQLite database, which is opened for reading only.
struct SQLiteLedger: ~Copyable {
  let settings: LedgerSettings
  private let database: Database
  private let path: String

  init(_ settings: LedgerSettings, path: String) throws(InputFailure) {
    guard Files.exists(path) else {
      throw InputFailure(
        .unreachable, "the ledger `\(settings.name)` is missing: there is no file \(path)")
    }
    let database: Database
    do throws(SQLiteFailure) {
      database = try Database(path: path, mode: .readOnly)
    } catch {
      throw InputFailure(error, ledger: settings.name, path: path)
    }
    self.settings = settings
    self.path = path
    self.database = database
  }

  /// How places name what is read.
  var file: String { settings.query == nil ? "\(path), \(table)" : "\(path), the query" }

  /// The table that the job or its preset names; empty if neither does.
  var table: String { settings.table ?? settings.preset?.table ?? "" }

  /// Shows `body` the database as it is now, whatever others write meanwhile.
  func snapshot<Result>(
    _ body: () throws(InputFailure) -> Result
  ) throws(InputFailure) -> Result {
    let (name, path) = (settings.name, path)
    return try database.readSnapshot(
      orThrow: { InputFailure($0, ledger: name, path: path) }, body)
  }

  /// The tables and views of the database, sorted by name.
  func tables() throws(InputFailure) -> [String] {
    var names: [String] = []
    try forEachRow(
      of: "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name"
    ) { statement in
      let name = statement.text(at: 0) ?? ""
      if !name.hasPrefix("sqlite_") { names.append(name) }
    }
    return names
  }

  /// The columns of the table or statement that the job names.
  func header() throws(InputFailure) -> [String] {
    if let query = settings.query { return try header(of: query, as: "query") }
    guard !table.isEmpty else {
      throw InputFailure(
        .configuration,
        "the ledger `\(settings.name)` is a database; say `table`, `query` or `preset` in it")
    }
    let isThere = try attempt { () throws(SQLiteFailure) in
      try !database.columns(of: table).isEmpty
    }
    guard isThere else { throw missingTable(among: try tables()) }
    // Asked of a statement and not of the schema, which leaves generated columns out.
    return try header(of: "SELECT * FROM \(Self.quoted(table))", as: "table")
  }

  /// The columns of a statement, which must be one that reads.
  func header(of sql: String, as key: String) throws(InputFailure) -> [String] {
    do throws(SQLiteFailure) {
      let statement = try database.prepare(sql)
      if statement.isReadOnly, statement.columnCount > 0 {
        return (0..<statement.columnCount).map { statement.columnName(at: $0) }
      }
    } catch {
      guard Self.wrongCodes.contains(error.code) else { throw failure(error) }
      throw InputFailure(
        .configuration,
        "`\(key)` of the ledger `\(settings.name)`: \(error.message), at: \(error.sql)")
    }
    throw InputFailure(
      .configuration,
      "`\(key)` of the ledger `\(settings.name)` is no statement that reads: \(sql)")
  }

  /// Runs a statement and lends it at each of its rows.
  func forEachRow(
    of sql: String, _ take: (borrowing Statement) -> Void
  ) throws(InputFailure) {
    try attempt { () throws(SQLiteFailure) in
      let statement = try database.prepare(sql)
      while try statement.step() { take(statement) }
    }
  }

  /// Whether a column of the table can hold each value only once.
  ///
  /// A view has no index, so there the preset's word counts.
  func isUnique(_ column: String) throws(InputFailure) -> Bool {
    guard settings.query == nil else { return settings.preset != nil }
    var isView = false
    try forEachRow(of: "SELECT name FROM sqlite_schema WHERE type = 'view'") {
      if $0.text(at: 0)?.lowercased() == table.lowercased() { isView = true }
    }
    guard !isView else { return settings.preset != nil }
    return try attempt { () throws(SQLiteFailure) in
      try database.uniqueColumns(of: table)
    }.contains { $0.lowercased() == column.lowercased() }
  }

  /// A name as SQL takes it, whatever is in it.
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// SQLite's code for a statement that makes no sense, or that a value makes fail.
  static let errorCode: Int32 = 1

  /// SQLite's codes for a statement that makes no sense, and for several in one.
  private static let wrongCodes: [Int32] = [errorCode, 21]

  private func attempt<Result>(
    _ body: () throws(SQLiteFailure) -> Result
  ) throws(InputFailure) -> Result {
    do throws(SQLiteFailure) {
      return try body()
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ failure: SQLiteFailure) -> InputFailure {
    InputFailure(failure, ledger: settings.name, path: path)
  }

  private func missingTable(among tables: [String]) -> InputFailure {
    let nearest = NearestName.suggestion(for: table, among: tables)
    return InputFailure(
      .unreachable,
      "the ledger `\(settings.name)`, \(path), has no table `\(table)`"
        + (nearest.map { "; did you mean `\($0)`?" } ?? "")
        + " Found: \(VisibleText.list(tables))")
  }
}
