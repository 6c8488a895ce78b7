import Formats
import GrantLedger
import Records

/// Reads one of the job's ledgers.
struct LedgerSettingsReader {
  private let object: ObjectReader
  private let directory: JobDirectory

  init(_ object: ObjectReader, in directory: JobDirectory) {
    self.object = object
    self.directory = directory
  }

  /// The settings; what is wrong is noted in the document.
  func read(isOneOfSeveral: Bool) -> LedgerSettings {
    object.refuseSecrets(["password": "name it by `passwordEnv` or `passwordFile`"])
    var settings = LedgerSettings()
    if let name = name(required: isOneOfSeveral) { settings.name = name }
    settings.role =
      object.choice("role", among: ["orders", "credits"])
      .flatMap(LedgerRole.init) ?? .orders
    settings.rows =
      object.choice("rows", among: ["state", "events"])
      .flatMap(RowMeaning.init) ?? .state
    settings.preset = object.choice("preset", among: LedgerPreset.allCases.map(\.rawValue))
      .flatMap(LedgerPreset.init)
    settings.table = object.filledString("table")
    settings.query = object.filledString("query")
    settings.source = source()
    settings.timeZone = timeZone()
    settings.accounts = map("accounts")
    settings.owners = map("owners")
    settings.allowsEmpty = object.bool("allowEmpty") ?? false
    readWords(into: &settings)
    _ = object.variable("passwordEnv")
    _ = object.path("passwordFile", in: directory)
    object.finish()
    check(settings)
    return settings
  }

  private func name(required: Bool) -> String? {
    guard let value = object.value("name", required: required), let name = value.string() else {
      return nil
    }
    guard name.isPlainName else {
      value.complain("must be a plain name: letters, digits, `.`, `-`, `_`")
      return nil
    }
    return name
  }

  // MARK: - Where it is

  private func source() -> LedgerSource? {
    guard let value = object.value("url"), let text = value.string() else { return nil }
    let scheme = text.prefix { $0 != ":" }.lowercased()
    let rest = String(text.dropFirst(scheme.count + 1))
    if ["postgres", "postgresql", "mysql", "mariadb"].contains(scheme), !rest.isEmpty {
      refuseServer(text, value)
      return nil
    }
    guard !rest.isEmpty, ["sqlite", "csv", "jsonl"].contains(scheme) else {
      value.complain("must be `sqlite:`, `csv:` or `jsonl:` with a path behind it")
      return nil
    }
    let path = rest == "-" && scheme != "sqlite" ? rest : directory.path(of: Self.path(in: rest))
    switch scheme {
    case "sqlite": return .sqlite(path)
    case "csv": return .csv(path)
    default: return .jsonLines(path)
    }
  }

  /// `sqlite:///srv/ledger.db` names the same file as `sqlite:/srv/ledger.db`.
  private static func path(in rest: String) -> String {
    rest.hasPrefix("///") ? String(rest.dropFirst(2)) : rest
  }

  private func refuseServer(_ text: String, _ value: ValueReader) {
    if WebAddress(text)?.hasSecret == true, Self.hasPassword(text) {
      object.complain(
        "`\(object.path).url` holds a password, and secrets are never in the job file; name it by"
          + " `passwordEnv` or `passwordFile`")
    } else {
      value.complain("names a database server, which is not in this build yet")
    }
  }

  /// A user alone is no secret.
  private static func hasPassword(_ text: String) -> Bool {
    guard let start = text.firstRange(of: "//")?.upperBound else { return false }
    let authority = text[start...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return true }
    return authority[..<at].contains(":") || text.lowercased().contains("password=")
  }

  // MARK: - What its words mean

  private func readWords(into settings: inout LedgerSettings) {
    for (key, value) in object.object("columns")?.entries() ?? [] {
      let known = LedgerColumn.allCases.map(\.rawValue)
      guard let column = LedgerColumn(rawValue: key) else {
        let nearest = NearestName.suggestion(for: key, among: known)
        value.complain(
          "is no column of a ledger" + (nearest.map { "; did you mean `\($0)`?" } ?? ""))
        continue
      }
      if let name = value.filled() { settings.columns[column] = name }
    }
    for (word, value) in object.object("states")?.entries() ?? [] {
      settings.states[word] = state(of: word, value)
    }
    for (word, value) in object.object("environments")?.entries() ?? [] {
      settings.environments[word] = value.choice(among: LedgerSettings.appleEnvironments)
    }
    for (column, value) in object.object("scope")?.entries() ?? [] {
      let texts = value.listOrOne().compactMap { $0.scopeText() }
      if texts.isEmpty, value.json.array != nil { value.complain("must list at least one text") }
      settings.scope[column] = texts
    }
  }

  private func state(of word: String, _ value: ValueReader) -> GrantState? {
    let words = GrantState.allCases.map(\.word)
    guard let state = value.choice(among: words).flatMap(GrantState.init(word:)) else {
      return nil
    }
    if let usual = GrantState(word: word), usual != state {
      value.complain("contradicts the word itself: `\(word)` is always understood")
    }
    return state
  }

  private func timeZone() -> String? {
    guard let value = object.value("timeZone"), let zone = value.string() else { return nil }
    do throws(TimeFailure) {
      return try ZonedClock(zone: zone).zone
    } catch {
      value.complain("is no time zone: " + error.reason)
      return nil
    }
  }

  private func map(_ key: String) -> LedgerMapSource? {
    guard let value = object.value(key), let text = value.string() else { return nil }
    if text.hasPrefix("csv:"), text != "csv:" {
      return .csv(directory.path(of: String(text.dropFirst(4))))
    }
    if text.hasPrefix("query:"), text != "query:" { return .query(String(text.dropFirst(6))) }
    value.complain("must begin with `csv:` or `query:`")
    return nil
  }

  // MARK: - What fits together

  private func check(_ settings: LedgerSettings) {
    if settings.query != nil, settings.table != nil {
      object.complain("`\(object.path)` takes `table` or `query`, not both")
    }
    switch settings.source {
    case .sqlite where settings.table ?? settings.query ?? settings.preset?.rawValue == nil:
      object.complain("`\(object.path)` is a database; say `table`, `query` or `preset` too")
    case .csv, .jsonLines:
      if settings.table != nil || settings.query != nil {
        object.complain("`\(object.path)` is a file, which has no `table` and takes no `query`")
      }
    default: break
    }
  }
}

extension ValueReader {
  /// A string that is not empty.
  func filled() -> String? {
    guard let text = string() else { return nil }
    guard !text.isEmpty else {
      complain("must not be empty")
      return nil
    }
    return text
  }

  /// A text that a column is compared with: a string, or a number or truth as it is written.
  fileprivate func scopeText() -> String? {
    if let truth = json.bool { return truth ? "true" : "false" }
    return identifier()
  }
}
