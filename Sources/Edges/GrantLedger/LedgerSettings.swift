package import Records

/// One of the job's ledgers: where its rows are and what they mean.
///
/// Paths are ready to be opened. No secret is held.
package struct LedgerSettings: Sendable, Equatable {
  /// Names the ledger in rows and messages.
  package var name = "ledger"
  package var role = LedgerRole.orders
  package var rows = RowMeaning.state
  /// Where the rows are; nil when the job leaves that to the command line.
  package var source: LedgerSource?
  /// The table to read, for a database.
  package var table: String?
  /// The statement to read instead of a table, for a database.
  package var query: String?
  package var preset: LedgerPreset?
  /// The source's own names for the columns it calls otherwise.
  package var columns: [LedgerColumn: String] = [:]
  /// The ledger's own words for states, besides those always understood.
  package var states: [String: GrantState] = [:]
  /// The ledger's own words for Apple's environments, besides Apple's.
  package var environments: [String: String] = [:]
  /// The IANA name of the zone in which times without one are meant.
  package var timeZone: String?
  /// The texts that a row must have in these columns to belong to the App Store's.
  package var scope: [String: [String]] = [:]
  /// Names the canonical account of a user.
  package var accounts: LedgerMapSource?
  /// Names the user of an account token.
  package var owners: LedgerMapSource?
  /// Whether a ledger without a single row is believed.
  package var allowsEmpty = false

  /// ISO 4217's code for no currency: amounts whose currency nobody says are counted by it.
  package static let unknownCurrency = String(repeating: "X", count: 3)

  /// A ledger of orders in the canonical columns, its place not yet known.
  package init() {}

  /// The shape as far as the job tells it; reading adds the rest.
  package var shape: LedgerShape { LedgerShape(name: name, role: role, rows: rows) }
}

/// Where a ledger's rows are, as a path ready to be opened; `-` is standard input for the two files.
package enum LedgerSource: Sendable, Equatable {
  case sqlite(String)
  case csv(String)
  case jsonLines(String)

  /// Where it is, in words.
  package var shownPath: String { path == "-" ? "standard input" : path }

  /// The path itself.
  package var path: String {
    switch self {
    case .sqlite(let path), .csv(let path), .jsonLines(let path): path
    }
  }
}

/// Where a map of two columns comes from.
package enum LedgerMapSource: Sendable, Equatable {
  /// The path of a CSV file.
  case csv(String)
  /// A statement for the ledger's own database.
  case query(String)
}
