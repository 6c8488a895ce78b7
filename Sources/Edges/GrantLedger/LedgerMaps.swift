import Records

/// The two maps that a job may give with a ledger: users to accounts, account tokens to users.
struct LedgerMaps {
  /// Which account a user stands for.
  let accounts: AccountMap
  /// The canonical account behind each token; tokens in lower case.
  let owners: [String: String]

  /// Reads both maps; `query` runs a statement in the ledger's own database, if it has one.
  init(
    _ settings: LedgerSettings,
    query: (_ sql: String, MapColumns) throws(InputFailure) -> [MapPair]
  ) throws(InputFailure) {
    let accounts: AccountMap
    if let source = settings.accounts {
      let pairs = try Self.pairs(source, .accounts, query)
      accounts = try AccountMap(pairs.pairs, file: pairs.file)
    } else {
      accounts = .none
    }
    self.accounts = accounts
    guard let source = settings.owners else {
      owners = [:]
      return
    }
    var owners: [String: String] = [:]
    for pair in try Self.pairs(source, .owners, query).pairs {
      owners[pair.key] = accounts.account(of: pair.value)
    }
    self.owners = owners
  }

  /// The pairs of a source without a database of its own.
  static func noDatabase(
    _ settings: LedgerSettings
  ) -> (String, MapColumns) throws(InputFailure) -> [MapPair] {
    { (_, columns) throws(InputFailure) in
      throw InputFailure(
        .configuration,
        "the ledger `\(settings.name)` takes its \(columns.name) from a query and is no database;"
          + " use `csv:…`")
    }
  }

  private static func pairs(
    _ source: LedgerMapSource, _ columns: MapColumns,
    _ query: (String, MapColumns) throws(InputFailure) -> [MapPair]
  ) throws(InputFailure) -> (pairs: [MapPair], file: String) {
    switch source {
    case .csv(let path): (try MapPairs.read(path, columns), path)
    case .query(let sql): (try query(sql, columns), columns.name)
    }
  }
}

/// The two columns of a map.
enum MapColumns {
  /// A user and the account it stands for.
  case accounts
  /// An account token and its user.
  case owners

  /// The job's key for the map.
  var name: String { self == .accounts ? "accounts" : "owners" }
  /// The column that is looked up.
  var key: String { self == .accounts ? "user_id" : "account_token" }
  /// The column that is the answer.
  var value: String { self == .accounts ? "account" : "user_id" }
}

/// One line of a map.
struct MapPair: Equatable, Sendable {
  let key: String
  let value: String
  /// The line of the file or the row of the query.
  let number: Int
}
